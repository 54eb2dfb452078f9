// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that the runtime finds by name, and starts. In: a loop nest. Out: launches, tables of windows, and what heads
// of kernels say of their grid.
#pragma once

#include "Dialect.h"

#include "kasane/IR/LoopNest.h"

#include <set>
#include <string_view>

namespace kasane::emission {

std::array<int64_t, kMaxAxes> largestGroup(const LoopNest &nest);
// Kernels that have a window take where their grid begins and ends along the slowest axis behind their scalars, and
// then the same of the axis before where it has sides. `shifts`: behind that, for each buffer, what its indices are to
// be lowered by; else its pointer is moved. Those that have fronts take the front's number.
inline constexpr std::string_view kFrom = "ksn_from";
std::vector<std::string> launchParameters(const Kernel &kernel);       // of 64 bits; none without a window or fronts
std::string shiftOf(const std::string &buffer);                        // a parameter's name
std::string frontsLoop(const Dialect &dialect, const KFronts &fronts); // the head of the loop over them
std::string launchText(const LoopNest &nest, const HLaunch &launch, const std::string &indent, bool shifts);
bool hasWindows(const LoopNest &nest);                      // all kernels have them
std::string windowsText(const LoopNest &nest, bool shifts); // tables, empty unless they have
std::string windowFields(const LoopNest &nest);             // the last initialisers of ksn_info
// The planes along the slowest axis, and the rows, are those that a launch is for: for kernels that are loops.
Kernel partOf(const Kernel &kernel);
// What starts a kernel from its arguments' addresses: its values, each `KSN_VALUE(type, ksn_args[n])`.
std::string startedValues(const Dialect &dialect, const Kernel &kernel);
// The grid's first cell as the kernel knows it.
ExprPtr gridStart(const Kernel &kernel, int axis);
bool asksForOrigin(const Kernel &kernel, int axis);  // does the body name the tile's first cell?
std::set<std::string> namesIn(const Kernel &kernel); // of scalars, by the body and the grid's bounds
int dimensionOf(const Kernel &kernel, int axis);     // of the launch's grid
// The body defines where its tile begins, along axes that something asks for, and the work-item's numbers, before it
// goes on with `body`. `groupAt`: the group's number along a dimension of the launch's grid.
Kernel withPlaces(const Dialect &dialect, const Kernel &kernel, const KBody &body,
                  std::string (*groupAt)(int dimension));

bool isAnywhere(const LoopNest &nest, bool (*is)(const KStmt &)); // in a kernel
bool prefetches(const KStmt &stmt);

} // namespace kasane::emission

// Tests: tests/codegen/cuda/sweep.c, tests/codegen/opencl/sides.c
