// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region with the bodies of the file's own functions in place of their calls: parameters are variables of their own,
// or the arguments themselves where nothing in the region changes those. Each call has its own copies of its locals.
//
//   swap(&u, &v);         ->   { float *t = u; u = v; v = t; }
//   x = lap(u, i) + 1;    ->   x = ({ float *a = u; int k = i; a[k - 1] + a[k + 1]; }) + 1;
//
// Calls of functions that the file doesn't define, or that call such ones, stay as they are. Recursion and returns from
// inside of loops are diagnosed.
#pragma once

#include "Read/Expansion.h"
#include "Read/HostCode.h"

#include "kasane/Support/Diagnostic.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <optional>
#include <set>

namespace kasane {

// Where in `stmt` the place lies that is in it, or in a function that is called from there; the calls on the way are
// appended, the innermost first.
clang::SourceLocation siteOf(const clang::ASTContext &ast, clang::SourceLocation place, clang::SourceRange stmt,
                             const std::vector<Called> &calls, std::vector<Called> *way = nullptr);

// Is the place in `stmt`, or in a function that is called from there?
bool isReached(const clang::ASTContext &ast, clang::SourceLocation place, clang::SourceRange stmt,
               const std::vector<Called> &calls);

// Says for the last diagnostic by which calls its place belongs to the region.
void noteCalls(const clang::ASTContext &ast, const clang::Stmt *region, const std::vector<Called> &calls,
               Diagnostics &diagnostics);

// `records`: see hostStatements. `made`: of the region's nodes already. `allowed`: functions that make
// such calls are expanded, too.
std::optional<Expansion> expandCalls(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                     const clang::Stmt *region, Records records, Diagnostics &diagnostics,
                                     std::set<const clang::Stmt *> made = {}, Allowed allowed = Allowed::None);

} // namespace kasane

// Tests: tests/frontend/functions.c, tests/kernels/functions_steps.c, tests/diagnostics/call_recursive.c
