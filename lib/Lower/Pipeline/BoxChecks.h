// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: is a plane, a cell, or all that a work-item or a group has of a plane, inside of a box? In: boxes
// and positions in a work-item's block. Out: conditions; what doesn't depend on the plane is found out once, ahead of
// all loops, with a bit for each cell that is outside.
//
//   cells 3 and 4 outside:  outside = 0x18;  is cell 3?  outside & 8
#pragma once

#include "Pipeline/CellAddresses.h"

namespace kasane::lowering {

// Cells outside of a box. In the plane that doesn't change, and a bit for each of a work-item's cells tells it, in
// words of 28 cells; a plane that is outside has none inside.
// Along a ring it is a cell's image that is outside or isn't.
struct Outside {
  CellBounds box;
  ExprPtr plane;      // is it? All bits or 0; null: no
  bool isOwn = false; // the box is the tile's: it has no images in it
};

// A box of the buffer that is memory as a whole: of one that the original touches in part, the planes between its first
// and its last; of a line no plane is a part. What lies beyond a ring has its image in it.
CellBounds memoryOf(const Tiles &tiles, FieldId b);

class BoxChecks {
public:
  explicit BoxChecks(CellAddresses &addresses)
      : addresses_(addresses), t_(addresses.tiles()), values_(addresses.values()), s_(values_.stream().axis),
        facts_(t_.context.names, ScalarType::I32), distances_(t_.context.names, ScalarType::I32),
        rim_(t_.context.names.fresh("rim")) {}

  const Tiles &tiles() const { return t_; }
  const Stream &stream() const { return values_.stream(); }

  // ---- Blocks and groups
  ExprPtr cellWithin(const BlockCell &at, const CellBounds &bounds) const; // in the plane
  ExprPtr blockWithin(const CellBounds &bounds);                           // all of a work-item's block
  ExprPtr imagesWithin(const CellBounds &bounds); // or its images, if the bounds take in a ring; null: wherever it is
  ExprPtr groupWithin(const CellBounds &bounds) const;           // all of the group's cells
  ExprPtr groupBeside(const ExprBounds &bounds, int axis) const; // are all of them outside, along this axis?

  // ---- Cells of a block
  bool isNever(const Outside &of) const;                       // outside, wherever it is
  ExprPtr isOutside(const Outside &of, size_t k, Planes kind); // cell k
  // Outside, but not of `around`: one of `count` cells from k on, which are of one word; one of all.
  ExprPtr isBetween(const Outside &of, const Outside &around, size_t k, size_t count, Planes kind);
  ExprPtr isAnyBetween(const Outside &of, const Outside &around, Planes kind);

  // ---- Planes, so many from the loop's, and as many more as the variable `turn` says; a bound may be null
  ExprPtr isPlaneWithin(const ExprBounds &bounds, int64_t planes, const std::string &turn = "");
  // Is the plane, or its image, outside? All bits of cells, or 0.
  ExprPtr isPlaneOutside(const ExprBounds &bounds, int64_t planes, Planes kind);
  bool isPlaneNeverOutside(const ExprBounds &bounds, Planes kind) const;
  // Of the planes at the rim, which are inside: 0, as is found out in each of them. Else a compiler would test all bits
  // ahead of all loops, and keep what it found in registers that none of them has.
  KStmtPtr defineRim(const ExprPtr &end);
  ExprPtr outsideAtRim(Planes kind) const; // null: of other loops

  // ---- Statements
  KBody facts() const { return facts_.definitions(); }         // ahead of all loops
  KBody distances() const { return distances_.definitions(); } // at the head of a loop's body

private:
  bool isAllOfRing(const ExprBounds &bounds, int axis) const;
  ExprBounds ofGroup(int axis) const;                                // its cells
  ExprPtr unlessPlane(const ExprPtr &is) const;                      // all bits, or 0
  ExprPtr distance(const std::string &name, const ExprPtr &value);   // from a bound to the loop's plane, or back
  ExprPtr wordOutside(const Outside &of, size_t first, Planes kind); // of the cells from there on
  ExprPtr wordOfLine(const ExprBounds &bounds, size_t first) const;
  ExprPtr wordBetween(const Outside &of, const Outside &around, size_t first, Planes kind);
  ExprPtr imageWithin(const BlockCell &at, const CellBounds &bounds, Planes kind); // null: it is, wherever the cell is

  CellAddresses &addresses_;
  const Tiles &t_;
  const ItemValues &values_;
  int s_;
  NamedValues facts_, distances_;
  std::string rim_;
};

} // namespace kasane::lowering

// Tests: tests/unit/lower/ExecuteTest.cpp, tests/codegen/cuda/pipeline_places.c
