// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a region stands, for questions about what is around it.
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace kasane {

struct Surroundings {
  const clang::ASTContext &ast;
  const Effects &effects;         // of the whole region
  const Effects &functionEffects; // of the function around it
  const clang::FunctionDecl *function = nullptr;
  const clang::Stmt *statement = nullptr; // the region in the source
  const clang::Stmt *region = nullptr;    // the same with its calls expanded
};

} // namespace kasane
