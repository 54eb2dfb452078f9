// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One region: what stands under its directives in, its program and its place in the file out. nullopt: diagnosed.
#pragma once

#include "Directives/FindRegions.h"

#include "kasane/IR/Region.h"

#include <optional>

namespace kasane {

std::optional<Region> readRegion(const clang::ASTContext &ast, const Annotated &annotated, Diagnostics &diagnostics);

// The same with the user's threads around it, and with loops that keep every step.
std::optional<Region> readUnder(const clang::ASTContext &ast, const DirectiveTable &omp, Annotated annotated,
                                Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/kernels/regions.c, tests/kernels/called.c, tests/diagnostics/beside_time_loop.c
