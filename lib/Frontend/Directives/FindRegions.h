// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which statements each directive stands above, or which stand between `begin` and `end`. Directives in headers, in
// macros, inside of another region, or above something else than loops, a block or a call are diagnosed and left out.
#pragma once

#include "kasane/Frontend/Directives.h"
#include "kasane/Support/Diagnostic.h"

#include "clang/AST/Decl.h"

#include "clang/AST/Stmt.h"

namespace kasane {

// OpenMP's pragmas about a region, see Teams.h.
struct Team {
  std::vector<const Directive *> attached = {}; // before the region's statement, to which they belong; in source order
  std::vector<const Directive *> within = {};   // these and all others up to the statement's end
  const Directive *parallel = nullptr;          // of the attached ones, that which begins the threads
  const Directive *shares = nullptr;            // in the region: shares out work among threads that began outside of it
  const Directive *around = nullptr; // outside: begins threads that run the region, or the function that it is in
};

struct Annotated {
  std::vector<const Directive *> parts; // all that belong to it, in source order
  const clang::FunctionDecl *function;
  const clang::Stmt *stmt;
  unsigned ordinal;                          // within the function, from 1
  bool isSpan = false;                       // stands between begin and end
  std::vector<const Directive *> aside = {}; // `tpace init` anywhere else
  Team team = {};

  const Directive *directive() const { return parts.front(); }
};

std::vector<Annotated> findRegions(const clang::ASTContext &ast, const DirectiveTable &directives,
                                   Diagnostics &diagnostics);

// Does it begin or end inside of a macro, so that it can't be replaced?
bool isCutByMacro(const clang::ASTContext &ast, const clang::Stmt *stmt);

// The function of the main file whose body has the offset, or null.
const clang::FunctionDecl *functionAround(const clang::ASTContext &ast, size_t offset);

// The first statement that begins behind the offset, in the innermost statement around it; else null.
const clang::Stmt *statementBehind(const clang::ASTContext &ast, const clang::Stmt *around, size_t offset);

} // namespace kasane

// Tests: tests/kernels/regions.c, tests/kernels/called_once.c, tests/diagnostics/nested_directive.c
