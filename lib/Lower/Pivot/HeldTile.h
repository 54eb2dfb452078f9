// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile of cells that the work-items of a group hold in arrays of their own, which are registers. In: how cells are
// shared out, and where the tile begins. Out: the loops over an item's cells, what moves them from and to memory.
//
//   f32 D_own[16];
//   for r { y = ..;  for c { x = ..;  D_own[4 * r + c] = D[y][x]; } }
#pragma once

#include "Pivot/PivotPass.h"
#include "kasane/Analysis/PivotGroups.h"

namespace kasane::lowering {

class HeldTile {
public:
  // `first`: the tile's first cell. Cells outside of `box` are copies of those at its ends.
  HeldTile(const PivotPass &pass, Names &names, const PivotShape &shape, int64_t row,
           const std::array<ExprPtr, 2> &first, const std::array<ExprBounds, 2> &box);

  const PivotShape shape;
  const int64_t row;

  int64_t length(int axis) const { return shape.tile(static_cast<size_t>(axis)); }
  int64_t cells(int axis) const { return shape.cells[static_cast<size_t>(axis)]; } // of an item
  ExprPtr item(int axis) const { return scalar(items_[static_cast<size_t>(axis)]); }
  ExprPtr number() const { return add(mul(item(1), intLit(shape.items[0])), item(0)); } // of the item in its group
  ExprPtr nth(int axis) const { return scalar(nth_[static_cast<size_t>(axis)]); }       // of the item's cells
  // How far the item's n-th cell along an axis is from the tile's first one.
  ExprPtr offset(int axis, const ExprPtr &n) const;
  ExprPtr offset(int axis) const { return offset(axis, nth(axis)); }
  ExprPtr place(int axis) const {
    return scalar(place_[static_cast<size_t>(axis)]);
  } // of the cell, in the array or not
  // A constant of each of an item's columns (0) or rows (1), over nth(axis); where nobody asks for it, it isn't there.
  void define(int axis, KLet constant) {
    constants_[static_cast<size_t>(axis)].push_back(makeKStmt(std::move(constant)));
  }
  std::array<ExprPtr, 2> first;

  KBody arrays() const;
  ExprPtr own(FieldId field) const; // of the cell at hand
  KStmtPtr setOwn(FieldId field, ExprPtr value) const;
  ExprPtr own(FieldId field, const ExprPtr &x, const ExprPtr &y) const; // of the item's cell so far from its first

  KStmtPtr eachAlong(int axis, KBody body) const; // for each of an item's columns (0) or rows (1)
  // for so many cells side by side, as many as `nth` counts; they lie so far from the tile's first one
  KStmtPtr eachOf(int axis, int64_t cells, const ExprPtr &offset, KBody body) const;
  // for each of so many pieces of anything, which the group's items share out one after the other
  KBody eachPiece(int64_t pieces, const std::string &piece, KBody body) const;
  ExprPtr round(int64_t pieces) const; // how many pieces the item had before, of so many
  // for each of its cells; `body` may use the cell's place in the array
  KStmtPtr eachCell(KBody body) const;
  // for each batch of cells side by side along an axis, so far from the item's first; body(n) makes its statements
  KBody eachRow(int axis, const std::function<KBody(const ExprPtr &n)> &body) const;
  // `isPlain`: all cells of the tile are changed; null: that isn't asked. Then cells side by side are moved at once
  // where they lie so. Else those are stored for which the condition holds, which is over place(..).
  KBody loaded(const ExprPtr &isPlain) const;
  KStmtPtr stored(const ExprPtr &condition, const ExprPtr &isPlain) const;
  void addItems(Kernel &kernel) const;

private:
  ExprPtr isInRows() const; // null: never
  // for each row of cells side by side: the statements that move it
  KStmtPtr eachInRows(const std::function<KStmtPtr(FieldId field, const ExprPtr &n)> &moved) const;
  ExprPtr arrayAt(const ExprPtr &x, const ExprPtr &y) const { return add(mul(y, intLit(shape.cells[0])), x); }

  const PivotPass &pass_;
  std::array<ExprBounds, 2> box_;
  std::array<std::string, 2> items_, nth_, place_;
  std::array<KBody, 2> constants_;
  std::string batch_, round_;
  std::map<FieldId, std::string> own_;
};

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c
