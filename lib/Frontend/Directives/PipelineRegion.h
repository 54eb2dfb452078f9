// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which statement a `tpace pipeline` marks: the one behind it, or, where that is a step's nest, the time loop around
// it.
//
//   pipeline  for (t..) { for (i..) .. }      the loop over t
//   for (t..) { pipeline  for (i..) .. }      the same
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace clang {
class ASTContext;
}

namespace kasane {

// `behind`: the statement behind the offset.
const clang::Stmt *pipelineRegion(const clang::ASTContext &ast, const clang::FunctionDecl *function, size_t offset,
                                  const clang::Stmt *behind);

} // namespace kasane
