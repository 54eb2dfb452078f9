// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole of Frontend: a parsed file and its directives in, one Region per legal directive out. What can't be read is
// a diagnostic, and its region is left out.
#pragma once

#include "kasane/Frontend/Directives.h"
#include "kasane/IR/Region.h"

namespace clang {
class ASTContext;
}

namespace kasane {

// Call it inside HandleTranslationUnit. Regions come in source order. `omp`: OpenMP's pragmas.
std::vector<Region> readRegions(clang::ASTContext &ast, const DirectiveTable &directives, const DirectiveTable &omp,
                                Diagnostics &diagnostics);

// A loop that could be the region in place of one within it that has no time loop; `region` is what it would be.
struct Wider {
  Region region;
  SourceRange directive, loop;
};
// At most one for each loop. Whether its program is legal is still to be seen. `regions`: those of the file.
std::vector<Wider> readWider(clang::ASTContext &ast, const DirectiveTable &directives, const DirectiveTable &omp,
                             const std::vector<Region> &regions);

// Is there a time loop several of whose steps could be made at once, for all that host code says? It keeps them apart
// where it stands in every step.
bool joinsSteps(const StencilProgram &program);

// The statements between whose regions arrays stay where the kernels work, and those that look at some of these.
KeepScopes readKeepScopes(const clang::ASTContext &ast, const DirectiveTable &directives, Diagnostics &diagnostics);

// The main file's conditions of the preprocessor, in the order of their first lines, but for those in skipped text.
std::vector<Conditional> readConditionals(const clang::ASTContext &ast, const std::vector<clang::SourceRange> &skipped);

// The bytes of the main file, to which the offsets of the regions refer.
std::string mainFileText(const clang::ASTContext &ast);

} // namespace kasane

// Tests: tests/frontend/swap.c, tests/kernels/regions.c, tests/diagnostics/no_region.c
