// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a step, or a function that it calls, takes for itself and gives back:
//
//   double *tmp = malloc(n * sizeof *tmp);  if (!tmp) { perror("tmp"); exit(1); }  nests  free(tmp);
//
// What stands here goes by the text alone: no call of it needs to be known, and a test of such a pointer never fails.
#pragma once

#include "Ast/Effects.h"

#include <optional>
#include <vector>

namespace kasane {

// The call of malloc and its relatives, or of a function of the file that only passes on what they return; null: none.
const clang::CallExpr *allocationIn(const clang::Expr *value);

// The variable whose memory the statement gives back; null: it is no such call.
const clang::VarDecl *releasedBy(const clang::Stmt *stmt);

// `free(old); .. old = new;` in one block, where `new` leads to memory that the statement takes in each round.
struct Replacement {
  const clang::Stmt *release;
  const clang::Expr *move;    // the assignment; null: the function returns the new memory to who assigns it
  const clang::Expr *pointer; // what it assigns
  const clang::VarDecl *memory;
  const clang::CallExpr *allocation;
};
std::vector<Replacement> replacementsIn(const clang::Stmt *stmt);

// Pointer variables that get memory in the statement, and either live in it or have it given back there.
Variables ownPointers(const clang::Stmt *stmt);

// What the condition is where these pointers aren't null; nullopt: it asks for something else, too.
std::optional<bool> truthWhereThere(const clang::Expr *condition,
                                    const std::function<bool(const clang::VarDecl *)> &isThere);

// Is the condition true only where one of these pointers is null?
bool isNullTest(const clang::Expr *condition, const std::function<bool(const clang::VarDecl *)> &isOwn);

// assert(p), assert(p != NULL): nothing but that one of these pointers isn't null.
bool isNullAssertion(const clang::Stmt *stmt, const std::function<bool(const clang::VarDecl *)> &isOwn);

// A statement that takes memory for one of these pointers, gives it back, or tests it; a loop that does so for the rows
// of a table.
bool isOwnMemory(const clang::Stmt *stmt, const Variables &pointers);

} // namespace kasane

// Tests: tests/kernels/step_arrays.c, tests/kernels/row_arrays.c
