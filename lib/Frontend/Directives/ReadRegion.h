// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One region: what stands under its directives in, its program and its place in the file out. nullopt: diagnosed.
#pragma once

#include "Directives/FindRegions.h"

#include "kasane/IR/Region.h"

#include <optional>

namespace kasane {

std::optional<Region> readRegion(const clang::ASTContext &ast, const Annotated &annotated, Diagnostics &diagnostics);

} // namespace kasane
