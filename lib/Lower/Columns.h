// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: what each work-item holds of the stream. It owns a block of cells of the plane, the same in every plane;
// their values in the planes that somebody still wants are variables of its own, and so are those of neighbours' cells once
// they have been read. Neighbours hand over through on-chip arrays, which hold a value of each work-item side by side:
//
//   at iteration i:  reads what was handed over at i - 1;  computes;  hands over what is wanted at i + 1;  barrier
//
// A short loop over planes is unrolled as often as there are planes held, so that a variable stands for one plane as long as
// it is wanted. In a long one, which would leave a GPU's instruction cache, values move from variable to variable.
#pragma once

#include "Tiles.h"

#include "kasane/Analysis/StreamBlock.h"

namespace kasane::lowering {

class Columns {
public:
  Columns(const Tiles &tiles, const Stream &stream);

  const Stream &stream() const { return stream_; }
  int64_t copies() const { return copies_; } // of the loop's body
  const StreamBlock &block() const { return block_; }
  std::vector<Position> positions() const { return block_.positions(); }
  ExprPtr first(int axis) const { return scalar(first_[axis]); } // the block's first cell along an axis of the plane
  int64_t cells(int axis) const { return block_.cells[axis]; }

  // The variable of a version's value, `age` planes behind its newest, in this copy of the loop's body.
  std::string value(int version, const Position &at, int64_t age, int64_t copy);
  std::string ahead(int version, const Position &at); // loaded for the next iteration

  // What copy `copy` takes over of neighbours' values for this level.
  KBody takeOver(const StreamLevel &level, int64_t copy, std::set<std::pair<int, Position>> &taken);
  KBody handOver(int64_t copy);
  KBody moveOn(); // the values, to the variables of one plane older

  KBody definitions() const; // before everything else
  KBody variables() const;   // before the loop: all that the above have named
  std::vector<GroupArray> arrays() const;
  std::array<std::string, kMaxAxes> items() const { return items_; }

private:
  ExprPtr slot(int version, int64_t back, int64_t copy) const;
  ExprPtr sharedIndex(int version, const Position &at, int64_t back, int64_t copy) const;
  ScalarType typeOf(int version) const;
  std::string nameOf(int version, const Position &at) const;
  bool turns(const StreamShared &shared) const { return shared.slots > 0 && copies_ % shared.slots != 0; }

  const Tiles &t_;
  const Stream &stream_;
  StreamBlock block_;
  int64_t copies_ = 1;
  std::array<std::string, kMaxAxes> items_;
  std::array<std::string, 2> first_;
  std::string item_;                     // among those of a slot
  std::map<int64_t, std::string> turn_;  // by number of slots: which is written now
  std::vector<std::string> arrays_;      // by version
  std::map<std::string, ScalarType> named_;
  std::vector<std::string> prefix_; // by version
};

} // namespace kasane::lowering
