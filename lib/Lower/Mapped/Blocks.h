// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of blocks without room for ghosts, and where their elements lie. In: what `mappedOf` says. All components of a
// block follow each other, then comes the next block; `docs/mesh.md` says what places are.
//
//   component q, block n, cell (x, y, z):   n * components * B^3 + q * B^3 + (z * B + y) * B + x
#pragma once

#include "Base/Context.h"

#include "kasane/Analysis/Mapped.h"

namespace kasane::lowering {

// Blocks of so many components of a type: kernels that don't look at cells' statements are alike for them.
struct BlockShape {
  ScalarType elem;
  int64_t components;
  friend bool operator==(const BlockShape &, const BlockShape &) = default;
};

struct Blocks {
  const Mapped &mapped;
  const MeshMap &map;
  std::vector<std::string> names; // of the copies, by array

  Blocks(Context &context, const Mapped &made);
  BlockShape shapeOf(size_t array) const { return {mapped.arrays[array].elem, mapped.arrays[array].components}; }
  int64_t block(const BlockShape &shape) const { return shape.components * mapped.cellsOfBlock(); }
  // Of an element of component 0 at a place.
  ExprPtr elementAt(const BlockShape &shape, const ExprPtr &place) const;
  // The number of a cell in its block, from coordinates of the program.
  ExprPtr numberOf(const ExprPtr &z, const ExprPtr &y, const ExprPtr &x) const;
  int64_t strideOf(int axis) const;
  ExprPtr table(const Context &context, FieldId field, const ExprPtr &index) const; // I64
  // Where what lies in a direction begins; for elements by their numbers.
  ExprPtr baseOf(const Context &context, const BlockShape &shape, const ExprPtr &leaf, const ExprPtr &direction) const;
};

} // namespace kasane::lowering

// Tests: tests/run/check_leaves.py, tests/codegen/opencl/mapped.c
