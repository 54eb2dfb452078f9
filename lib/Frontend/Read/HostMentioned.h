// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What host code mentions, declares and changes, and how it is left.
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/Stmt.h"

#include <vector>

namespace kasane {

struct HostMentioned {
  std::vector<std::pair<const clang::VarDecl *, const clang::Stmt *>> used; // with the place
  Variables declared, assigned;                                             // those whose address is taken, too
  const clang::Stmt *leaves = nullptr;                                      // a return, or a jump to or from elsewhere
  const clang::Stmt *breaks = nullptr, *continues = nullptr;                // of the time loop
  const clang::VarDecl *isStatic = nullptr;                                 // one that it declares
};

// `own`: what no other code mentions. What a declaration declares beside, `double k = atof(line);`, it assigns.
HostMentioned mentionedIn(const clang::Stmt *code, const Variables &own);

// What the step's only assignment to a local variable gives it in each step, before the code; else null.
const clang::Expr *onlyValueBefore(const clang::ASTContext &ast, const clang::Stmt *step, const clang::VarDecl *var,
                                   const clang::Stmt *code);

// Does nothing in the region look at the local variable behind the code?
bool isLeftBehind(const clang::ASTContext &ast, const clang::Stmt *region, const clang::VarDecl *var,
                  const clang::Stmt *code);

} // namespace kasane

// Tests: tests/kernels/host_output.c, tests/diagnostics/host_code_leaves.c
