// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers and integers that a loop advances beside its counter: p++, k += nx.
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/ASTContext.h"

#include <optional>
#include <vector>

namespace kasane {

// What is added to a variable.
struct Advance {
  const clang::VarDecl *var = nullptr;
  const clang::Expr *by = nullptr;   // null: 1
  bool down = false, before = false; // before: the expression's value is the one behind it
};
std::optional<Advance> advanceOf(const clang::Stmt *stmt);
void splitCommas(const clang::Stmt *stmt, std::vector<const clang::Stmt *> &parts); // a, b, c

struct Walkers {
  Variables all, outside; // outside: they were there before the region, and nobody reads their last values behind it
};
// `statement` is the region as the file has it.
Walkers walkersIn(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *statement,
                  const clang::Stmt *region);

} // namespace kasane
