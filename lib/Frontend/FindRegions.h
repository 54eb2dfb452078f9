// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which statement each directive stands above. Directives in headers, in macros, inside of another region, or above
// something else than a loop or a block are diagnosed and left out.
#pragma once

#include "kasane/Frontend/Directives.h"
#include "kasane/Support/Diagnostic.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace kasane {

struct Annotated {
  const Directive *directive;
  const clang::FunctionDecl *function;
  const clang::Stmt *stmt;
  unsigned ordinal; // within the function, from 1
};

std::vector<Annotated> findRegions(const clang::ASTContext &ast, const DirectiveTable &directives,
                                   Diagnostics &diagnostics);

} // namespace kasane
