// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole of Frontend: a parsed file and its directives in, one Region per legal directive out. What can't be read is a
// diagnostic, and its region is left out.
#pragma once

#include "kasane/Frontend/Directives.h"
#include "kasane/IR/Region.h"

namespace clang {
class ASTContext;
}

namespace kasane {

// Call it inside HandleTranslationUnit. Regions come in source order.
std::vector<Region> readRegions(clang::ASTContext &ast, const DirectiveTable &directives, Diagnostics &diagnostics);

// The statements between whose regions arrays stay where the kernels work.
std::vector<KeepScope> readKeepScopes(const clang::ASTContext &ast, const DirectiveTable &directives,
                                      Diagnostics &diagnostics);

// The bytes of the main file, to which the offsets of the regions refer.
std::string mainFileText(const clang::ASTContext &ast);

} // namespace kasane
