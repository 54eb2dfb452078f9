// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a region stands, for questions about what is around it.
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <memory>

namespace kasane {

// Control flow that questions of liveness have needed so far (Liveness.cpp). Copies of surroundings share it.
class Flows;
std::shared_ptr<Flows> noFlowsYet();

// Empty statements -> the program's own code that stood there.
using HostCodeAt = std::map<const clang::Stmt *, const clang::Stmt *>;

struct Surroundings {
  const clang::ASTContext &ast;
  const Effects &effects;         // of the whole region
  const Effects &functionEffects; // of the function around it
  const clang::FunctionDecl *function = nullptr;
  const clang::Stmt *statement = nullptr; // the region in the source
  const clang::Stmt *region = nullptr;    // the same with its calls expanded
  std::shared_ptr<Flows> flows = noFlowsYet();
  // Of the expanded region; null: none is known.
  const HostCodeAt *hostAt = nullptr;
};

} // namespace kasane

// Tests: tests/frontend/live.c, tests/frontend/functions.c
