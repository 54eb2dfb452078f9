// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C's binary operators: of numbers that are known, and division in an index.
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/Expr.h"

#include <cstdint>
#include <map>
#include <optional>

namespace kasane {

// Of two numbers, in 64 bits; nullopt: C has no such value, or it isn't followed.
std::optional<int64_t> computed(clang::BinaryOperatorKind kind, int64_t a, int64_t b);

// 2 of i / 2 and i >> 1, where i is among the counters; nullopt: the index divides none of them by a number.
std::optional<int64_t> divisorOf(const clang::ASTContext &ast, const clang::Stmt *index, const Variables &counters);

// A number and signed integer variables, each so many times.
struct LinearSum {
  std::map<const clang::VarDecl *, int64_t> times; // none is 0
  int64_t number = 0;
};

// nullopt: it is none, or its numbers may wrap.
std::optional<LinearSum> linearSum(const clang::ASTContext &ast, const clang::Expr *expr);

} // namespace kasane

// Tests: tests/frontend/neighbour_loops.c, tests/kernels/index_tables.c, tests/kernels/moved_indices.c
