// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a loop is ended by its own counter: for (t = 0; t < n; t++) { ..; if (err < eps) t = n; }
// At the end of a round that is a break, behind which the counter holds what the head's step makes of it.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <optional>
#include <set>

namespace kasane {

// The counter of such a loop; null where the loop's head says otherwise.
const clang::VarDecl *endableCounter(const clang::ASTContext &ast, const clang::ForStmt *loop);

// Is it `t = n` of a loop's counter? A counter that may wrap, as unsigned ones do, goes on behind the greatest number.
bool meansEnd(const clang::ASTContext &ast, const clang::ForStmt *loop, const clang::Stmt *stmt);

// Such statements that end a round, where the counter doesn't wrap: nothing of the body runs behind them. `withArms`:
// but for the rest of their own arm of a test, where that doesn't look at the counter.
std::set<const clang::Stmt *> countedEnds(const clang::ASTContext &ast, const clang::ForStmt *loop,
                                          bool withArms = false);

// By how much the first of two integers is more: 1 of n and n - 1. nullopt: that isn't known.
std::optional<int64_t> difference(const clang::ASTContext &ast, const clang::Expr *a, const clang::Expr *b);

} // namespace kasane

// Tests: tests/kernels/counted_ends.c, tests/diagnostics/loop_ended_by_counter.c
