// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#pragma stencil home(A[k:n])` before a statement: of kept arrays, these elements are at home while it runs.
#pragma once

#include "Ast/Effects.h"
#include "Directives/FindRegions.h"

#include "kasane/Frontend/Directives.h"
#include "kasane/IR/Region.h"
#include "kasane/Support/Diagnostic.h"

namespace kasane {

struct ReadHome {
  const Directive *directive;
  const clang::FunctionDecl *function; // that the statement stands in
  const clang::Stmt *stmt;
  HomeStatement statement;
  std::vector<const clang::VarDecl *> arrays; // by section
  // What is known once all kept statements have been looked at.
  bool isInScope = false;
  Variables kept = {};
  const DirectiveToken *keptInSection = nullptr; // k and n are computed before anything is at home
};

// Those that are right by themselves.
std::vector<ReadHome> readHomes(const clang::ASTContext &ast, const DirectiveTable &directives,
                                const std::vector<Annotated> &regions, Diagnostics &diagnostics);

// The word in a section's values that names one of these variables; null: none does.
const DirectiveToken *sectionNames(const ReadHome &home, const Variables &vars);

// Where nothing can be kept, so that it would mean nothing.
void checkHomes(const clang::ASTContext &ast, const std::vector<ReadHome> &homes, Diagnostics &diagnostics);

// Where control leaves the statement other than at its end; null: nowhere.
const clang::Stmt *exitOf(const clang::Stmt *stmt, bool inLoop);

} // namespace kasane

// Tests: tests/frontend/home.c, tests/diagnostics/malformed_home.c, tests/diagnostics/home_not_kept.c
