// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every lowering step needs to know of one region, and the small vocabulary they share.
#pragma once

#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/Hull.h"
#include "kasane/Analysis/Periodic.h"
#include "kasane/Analysis/Renewed.h"
#include "kasane/IR/LoopNest.h"
#include "kasane/Schedule/Schedule.h"

#include <set>
#include <unordered_set>

namespace kasane::lowering {

// Names that cannot clash with the user's: x, or x_1 when the program has an x of its own.
class Names {
public:
  explicit Names(const StencilProgram &program) : used_(namesOf(program)) {}
  std::string fresh(const std::string &base) { return freshName(used_, base); }

private:
  std::set<std::string> used_;
};

struct Endless;

struct Context {
  const StencilProgram &program;
  const Schedule &schedule;
  Names names;
  std::vector<FieldHull> hulls;                // of the buffers: fields that rotate into each other share one hull
  Touched touched;                             // of the hulls
  std::array<std::string, kMaxAxes> cell;      // index variables
  std::array<std::string, kMaxAxes> origin;    // first cell of the tile
  std::array<std::string, kMaxAxes> length;    // of the tile, where not all tiles are as long as the schedule's; or ""
  Rings rings;                                 // of the axes along which tiles count on past the ends
  std::array<std::string, kMaxAxes> image;     // where a cell is in memory: the cell itself, unless its axis is a ring
  std::string time;                            // the time variable's value at the first step of the pass
  std::vector<std::vector<std::string>> level; // of each step of a pass: the names of the step scalars
  std::string leafTile;                        // of a program of blocks: the number of a tile among those of all blocks
  bool windowed, sided;                        // kernels may have a window, and sides
  std::shared_ptr<Endless> endless; // the slowest axis closes to a ring, and kernels for a part of its planes see it so
  std::vector<std::string> row, tile, tileRow; // by field: the base of a row in memory, the on-chip array, its row base

  Context(const StencilProgram &program, const Schedule &schedule);
  ExprPtr at(int axis) const { return scalar(cell[axis]); }
  ExprPtr inMemory(int axis) const { return scalar(image[axis]); }
  ExprPtr from(int axis) const { return scalar(origin[axis]); }
  ExprPtr tileEnd(int axis, int64_t tile) const; // where the tile's own cells end, unless the grid does before
  ExprPtr tileEnd(int axis) const;               // of the schedule's tile
};

// Kernels for a part of a ring's planes: they are made of this program.
struct Endless {
  StencilProgram program;
  Context context;
  Endless(StencilProgram made, const Schedule &schedule) : program(std::move(made)), context(program, schedule) {}
};

using CellBounds = std::array<ExprBounds, kMaxAxes>;

ExprPtr both(const ExprPtr &a, const ExprPtr &b); // a may be null
ExprPtr within(const ExprPtr &at, const ExprBounds &bounds);
ExprPtr clamped(const ExprPtr &at, const ExprPtr &first, const ExprPtr &last);
ExprPtr negated(const ExprPtr &e);
ExprPtr chosen(const ExprPtr &condition, const ExprPtr &a, const ExprPtr &b);
ExprPtr dividedBy(const ExprPtr &a, int64_t by); // by 1: as it is
ExprPtr remainderOf(const ExprPtr &a, int64_t by);
ExprPtr simplified(const ExprPtr &e);                                    // m - 1 - 1: m - 2
std::optional<int64_t> distance(const ExprPtr &from, const ExprPtr &to); // where it is known
ExprPtr least(const ExprPtr &a, const ExprPtr &b); // minOf, maxOf, decided here when the difference is known
ExprPtr greatest(const ExprPtr &a, const ExprPtr &b);
CellBounds boundsOf(const Box &box);
CellBounds boundsOf(const Context &context, const Box &box); // in the step
CellBounds hullOf(const CellBounds &a, const CellBounds &b);

ExprPtr inStep(const Context &context, const Poly &poly); // the time is that of the pass's first step
// The rotation's cycles: orbitOf[f] is the smallest field that f rotates into.
std::vector<FieldId> orbitsOf(const StencilProgram &program);

// Memory of a field: row base (all axes but x), and an element given the cell's base.
ExprPtr rowBase(const Context &context, FieldId field);
ExprPtr elementIndex(const Context &context, const FieldRead &element);

RingPlace placeOnRing(const Context &context, int axis, const ExprPtr &cell);

using SingleCells = std::array<bool, kMaxAxes>; // axes, outermost ones, along which a tile's one cell is its origin

// for z { for y { rows; row } }, without the rows that the row has no use for.
// A single cell takes part if it is within the bounds.
KBody rowLoops(const Context &context, const CellBounds &bounds, KBody rows, KBody row, const SingleCells &single);
KBody withImage(const Context &context, KBody cell); // that knows where it is in memory along x
// for z { for y { rows; for x { body } } }; x goes in strides.
KBody cellLoops(const Context &context, const CellBounds &bounds, KBody rows, KBody body, int64_t stride = 1,
                const SingleCells &single = {});

void append(KBody &to, KBody more);

using NameSet = std::unordered_set<std::string>;
struct Uses {
  NameSet names, defined, buffers;
};
Uses usesOf(const KBody &body);
void dropUnusedLets(KBody &lets, const KBody &body); // from `lets`, those that `body` does not name
KBody withoutUnusedLets(KBody body);                 // of its own

// Every name that the kernel uses and does not define is a parameter of it. Its window is known.
std::vector<ScalarParam> freeScalars(const Context &context, const Kernel &kernel, int depth);

} // namespace kasane::lowering

// Tests: tests/unit/lower/LowerTest.cpp, tests/unit/lower/ExecuteTest.cpp
