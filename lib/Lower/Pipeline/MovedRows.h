// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: where memory is moved in rows, so many elements at a time as lie side by side in a work-item's
// block. In: the arrays that a stream moves. Out: their rows, and conditions, found out ahead of all loops: do arrays
// lie so that rows of elements begin at multiples of their number, for the whole group?
//
//   a block of 8 floats, u 16-byte aligned, nx % 4 == 0:     two rows of 4 elements, each moved at once
#pragma once

#include "Pipeline/CellAddresses.h"

namespace kasane::lowering {

class MovedRows {
public:
  explicit MovedRows(const CellAddresses &addresses)
      : addresses_(addresses), t_(addresses.tiles()), values_(addresses.values()), stream_(values_.stream()),
        inRows_(t_.context.names.fresh("in_rows")), rimInRows_(t_.context.names.fresh("rim_in_rows")) {}

  // The block's cells that one access may move; none, where that is one.
  std::vector<std::vector<BlockCell>> of(FieldId b) const;
  // Does anything go in rows? Then: does all that is loaded and stored?
  bool any() const { return isInRows() != nullptr; }
  ExprPtr inRows() const { return scalar(inRows_); }         // 0 or 1
  KBody rowsOr(KBody rows, KBody cells) const;               // at the rim: whichever goes
  KBody definitions(const ExprPtr &isQuiet = nullptr) const; // of a line: is the group's every cell inside?

private:
  int64_t elementsOf(FieldId b) const; // of a row; 1: there are none
  ExprPtr isInRows(FieldId b) const;
  // Does such a row lie wholly inside of the bounds, or wholly outside?
  ExprPtr isOfRows(const ExprBounds &bounds, FieldId b) const;
  // Null: nothing does. At the rim, rows have to be inside or outside as a whole.
  ExprPtr isInRows() const;
  ExprPtr isRimInRows() const;
  bool isInCells(const StreamVersion &version) const { return version.level >= 0 || version.isOnChip; }
  bool isStored(size_t b) const { return stream_.last[b] != kInMemory && t_.cone.buffers[b].stored; }
  const Field &fieldOf(FieldId b) const { return t_.context.program.fields[b]; }

  const CellAddresses &addresses_;
  const Tiles &t_;
  const ItemValues &values_;
  const Stream &stream_;
  std::string inRows_, rimInRows_;
};

} // namespace kasane::lowering
