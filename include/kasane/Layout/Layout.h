// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loop runs along which axis, and what each array dimension means. The order of the loops plays no part: axis 0
// is the one that is fastest in memory.
//
//   for i for j  B[j][i] = A[j*nx + i] + c[j]     j: axis 1, i: axis 0
//                                                 A's one dimension has slots nx (axis 1), 1 (axis 0)
#pragma once

#include "kasane/Layout/Draft.h"
#include "kasane/Layout/Names.h"

namespace kasane {

enum class DimKind {
  Axis,      // some subscript has a loop variable in it
  Component, // chooses one of several arrays: a[2][..]
  Phase      // the time step chooses: A[t%2][..]
};

// A dimension's share of one axis; a flat dimension has several.
struct Slot {
  size_t dim;
  Poly stride; // in units of the dimension
  int axis;    // -1: a component inside of a flat array (u[2*i + 1])
};

// Arrays whose pointers are exchanged share one.
struct GroupLayout {
  std::vector<DimKind> kinds;
  std::vector<Slot> slots;                // by dimension, slow to fast within one
  int period = 1;                         // of the Phase dimension
  bool falls = false;                     // each step is at the index before: (9 - t) % 3, or t % 3 where t counts down
  std::array<int64_t, kMaxAxes> before{}; // elements that lie before the pointer
  bool isFlat() const;                    // a dimension has several axes
};

struct Layout {
  std::vector<int> groupOf; // array -> group
  std::vector<GroupLayout> groups;
  std::vector<std::vector<int>> loopAxis; // nest, loop -> axis
  int rank = 1;
};

std::optional<Layout> layoutOf(const Draft &draft, Diagnostics &diagnostics);
// The first access, by its number, that goes along other axes of its array than those before it; nothing: none does.
std::optional<size_t> transposedAccess(const Draft &draft);

// Where one access goes: on an axis its nest has a loop for, a distance from the cell; on others an absolute position.
struct AccessPosition {
  std::array<bool, kMaxAxes> relative{};
  std::array<std::optional<Poly>, kMaxAxes> at; // only the axes that the array has
  std::vector<Poly> components;                 // Component dimensions and slots in order
  int phase = 0;
};
// Where one number is the place in an array of several axes, `params` gets its row and its column:
//
//   for j for i  b[j*nx + i] = ..;  b[source] += ..     y: source / nx, x: source % nx
std::optional<AccessPosition> positionOf(const Draft &draft, const Layout &layout, const DraftNest &nest,
                                         const DraftAccess &access, Names &names, std::vector<Param> &params,
                                         Diagnostics &diagnostics);

// --- Halos.cpp
// Counts all positions of an array from the first element that the region uses, where that lies before the pointer.
void countFromHalos(const Draft &draft, Layout &layout, std::vector<AccessPosition> &positions);

// Groups of arrays by the moves: array -> group number.
std::vector<int> groupsOf(const Draft &draft);

} // namespace kasane

// Tests: tests/frontend/axes.c, tests/frontend/permuted_loops.c, tests/frontend/flat_arrays.c
