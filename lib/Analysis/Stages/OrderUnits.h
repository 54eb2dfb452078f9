// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In: one nest. Out: its storing statements in groups, each of which may run as one stage, in an order in which the
// stages give the nest's result; or an error where two iterations depend on each other.
#pragma once

#include "Cells/Accesses.h"
#include "kasane/IR/StencilProgram.h"

#include <optional>
#include <set>

namespace kasane {

struct UnitGroup {
  std::set<size_t> units;  // positions in the body
  Offset stored;           // where all of them store
  bool looksAhead = false; // at what later cells store: it is no stage as it stands, see Scatter.h
};
// `mayLookAhead`: groups may do so.
std::optional<std::vector<UnitGroup>> orderUnits(const StencilProgram &program, const Stage &nest,
                                                 Diagnostics &diagnostics, bool mayLookAhead = false);

// u[t + 1][i] from u[t][..]: does the outermost loop lead from one state of a field to the next?
bool leadsOn(const StencilProgram &program, const Stage &nest);

// May the two touch one element in different iterations of the nest?
bool meetInOtherCells(const StencilProgram &program, const Stage &nest, const Access &a, const Access &b);

} // namespace kasane

// Tests: tests/unit/analysis/DependenceTest.cpp, tests/unit/analysis/SplitRandomTest.cpp
