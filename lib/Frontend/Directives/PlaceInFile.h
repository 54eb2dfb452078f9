// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a region and its pragmas stand in the file, for the text that takes their place.
#pragma once

#include "Directives/FindRegions.h"
#include "kasane/IR/Region.h"

namespace kasane {

// `stepsFrom`: see Expansion.
void placeInFile(const clang::ASTContext &ast, const Annotated &annotated, const clang::Expr *stepsFrom,
                 Region &region);

} // namespace kasane
