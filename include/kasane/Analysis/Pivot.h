// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that a blocked algorithm can make many of at once: all cells look at themselves, at the row and at the column
// of the step and where the two meet. In: a program with parallel stages. Out: which stage works on which side of the
// step's row and column, and what hidden arrays of the step hold.
//
// A step changes a cell once, so that a value of its row or column is either what it was when the step began (old) or
// what it is when it ends (new): the stages' order tells which. A block of steps needs no more than these values.
//
//   y in [0, k)      x in [0, k)        reads column k old, row k old
//   y in [k + 1, n)  x in [k + 1, n)    reads column k new, row k new
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <set>

namespace kasane {

using PivotSide = std::array<int, 2>; // x, y: -1 before the step's place, 0 there, 1 behind it

// What a cell reads at the step's place: of this field, there along x, along y or both.
struct PivotRead {
  FieldId field;
  std::array<bool, 2> at;
  bool isNew;
  friend auto operator<=>(const PivotRead &, const PivotRead &) = default;
};

struct PivotPart {
  size_t stage;
  PivotSide side;
};

struct Pivot {
  std::array<Poly, 2> place;         // of the step
  std::array<AxisBounds, 2> whole;   // before and behind it, as far as the parts reach; without the time
  std::vector<PivotPart> parts;      // in the order of the stages
  std::map<FieldId, PivotRead> kept; // hidden arrays of the step: they hold old values
  std::set<FieldId> written;         // by the parts

  const PivotPart *partOn(const PivotSide &side) const; // null: the steps change nothing there
  // Of a read in a cell of the part; nullopt: it is no value of the step's row or column.
  std::optional<PivotRead> readOf(const PivotPart &part, const FieldRead &element) const;
  std::set<PivotRead> reads(const StencilProgram &program) const;
};

// Their cells are updated by the same statements, if not from the same values.
bool doTheSame(const StencilProgram &program, const PivotPart &a, const PivotPart &b);

// Cells of a row and rows that are updated at once, in registers.
constexpr int64_t kPivotRows = 4;
int64_t pivotWidth(const StencilProgram &program, const Pivot &pivot);

// Why not: lower case, for messages; "": it is one.
std::string notPivoted(const StencilProgram &program);
std::optional<Pivot> pivotOf(const StencilProgram &program);

} // namespace kasane

// Tests: tests/kernels/paths.c, tests/kernels/paths_kept.c, tests/diagnostics/not_pivoted.c
