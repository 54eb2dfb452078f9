// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a condition on the cell's coordinates says about the cells for which it holds (or does not).
//
//   x in [0, nx), `i == 0` holds:  x in [0, 1);   fails:  x in [1, nx)
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <functional>
#include <map>

namespace kasane {

// Bounds that all hold: lo <= x for each of `lo`, x < hi for each of `hi`. Never empty; the narrowest found last.
struct CellBounds {
  std::vector<Poly> lo, hi;
  std::vector<Poly> apart = {}; // x is none of these; nothing tells whether they are its first or last values
};

// x `op` value, of a coordinate.
struct AxisComparison {
  BinaryOp op;
  Poly value;
};

// (axis, comparison), of which at least one holds:
// a corner that a condition has excluded, the edges that one has in it.
using Alternatives = std::vector<std::pair<int, AxisComparison>>;

struct CellRegion {
  std::array<CellBounds, kMaxAxes> axes;
  std::vector<Alternatives> either; // where later conditions leave one only, it narrows the bounds
  std::vector<Poly> given;          // over parameters: none is negative, as the call checks

  CellBounds &operator[](size_t axis) { return axes[axis]; }
  const CellBounds &operator[](size_t axis) const { return axes[axis]; }
};

// `isParam`: is this scalar an integer parameter, which has one value in all cells?
using IsParam = std::function<bool(const std::string &name)>;
IsParam integersAmong(const std::vector<Param> &params);

// Locals of a nest that have one value in a cell, by name.
using Definitions = std::map<std::string, ExprPtr>;
Definitions definitionsOf(const std::vector<StmtPtr> &body);

// Does the result of `narrowed` have all cells in which the condition holds (or fails), and no others?
bool isExact(const CellRegion &cells, const Expr &condition, bool holds, const IsParam &isParam,
             const Definitions &locals = {});
CellRegion narrowed(CellRegion cells, const Expr &condition, bool holds, const IsParam &isParam,
                    const Definitions &locals = {});

// The condition, if it is a comparison of this coordinate.
std::optional<AxisComparison> comparisonAlong(int axis, const Expr &condition, const IsParam &isParam);

} // namespace kasane

// Tests: tests/unit/analysis/BoundsTest.cpp, tests/unit/analysis/DependenceTest.cpp
