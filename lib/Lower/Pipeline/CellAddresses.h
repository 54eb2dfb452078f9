// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: where a work-item's cells are in memory. A cell beyond the end of a ring has its image at the other
// end. What doesn't depend on the plane is worked out once, before the loop over planes, and what begins with the plane
// goes along with the loop, or there would be products in it.
//
//   u[z + 1][y][x] at the block's cell (1, 0)     ->     u[u_row + passed + (nx * ny + 1)]
#pragma once

#include "Pipeline/ItemValues.h"
#include "Pipeline/NamedValues.h"
#include "Pipeline/Planes.h"

namespace kasane::lowering {

class CellAddresses {
public:
  // `plane`: the variable of the loops over planes
  CellAddresses(const Tiles &tiles, const ItemValues &values, const std::string &plane)
      : t_(tiles), values_(values), s_(values.stream().axis), plane_(plane),
        images_(tiles.context.names, ScalarType::I64), planeImages_(tiles.context.names, ScalarType::I64) {}

  const Tiles &tiles() const { return t_; }
  const ItemValues &values() const { return values_; }
  ExprPtr plane() const { return scalar(plane_); }

  // ---- Coordinates
  ExprPtr cellAt(const BlockCell &at, int axis) const;
  // Of the cell's image, and of the image of the plane that is so many from the loop's.
  ExprPtr imageAt(const BlockCell &at, int axis, Planes kind);
  ExprPtr imageOfPlane(int64_t planes, Planes kind);
  ExprPtr planeAt(int64_t planes, const Iteration &of) const; // of the iteration's copy
  bool goesAround(int axis, Planes kind) const;               // may cells be beyond the ends of a ring?

  // ---- Indices, so many planes from the loop's
  ExprPtr memoryIndex(const BlockCell &at, int64_t planes, const FieldRead &element, Planes kind);
  ExprPtr ownIndex(const BlockCell &at, int64_t planes, FieldId b); // of a cell of the tile
  // From the cell to the next of these rows, in elements.
  ExprPtr toRows(const BlockCell &at, const ExprPtr &first, const ExprPtr &last, FieldId b);
  // An element of the buffer: this one, if there is one.
  ExprPtr nearIndex(const BlockCell &at, int64_t planes, FieldId b, Planes kind);
  ExprPtr corner(FieldId b, bool high) const; // the buffer's first element, or its last

  // ---- Statements
  KBody images() const { return images_.definitions(); }           // of cells, ahead of all loops
  KBody rows() const;                                              // where the block begins in each field's plane
  KBody planeImages() const { return planeImages_.definitions(); } // at the head of a loop's body
  KBody firstImages(const ExprPtr &start) const;                   // of the first plane
  KBody variables(const ExprPtr &start) const;                     // that go along with the loop, from its first plane
  KBody nextPlane() const;

private:
  FieldId rowOf(FieldId b) const; // of which the block's first element in the plane has the same index
  // From the cell, or the plane, to its image, in elements.
  ExprPtr round(const BlockCell &at, int axis, const Poly &stride);
  ExprPtr roundOfPlane(int64_t planes, const Poly &stride, Planes kind);
  ExprPtr indexInPlane(FieldId b);
  ExprPtr shiftTo(const BlockCell &at, int64_t planes, const FieldRead &element) const;
  const Field &fieldOf(FieldId b) const { return t_.context.program.fields[b]; }

  const Tiles &t_;
  const ItemValues &values_;
  int s_;
  std::string plane_;
  NamedValues images_, planeImages_;
  std::map<int64_t, std::string> firstImages_;       // of the first plane and those around it, in planes
  std::vector<std::pair<Poly, std::string>> passed_; // elements up to the loop's plane, by a plane's stride
};

} // namespace kasane::lowering

// Tests: tests/unit/lower/ExecuteTest.cpp, tests/codegen/cuda/pipeline_ring.c
