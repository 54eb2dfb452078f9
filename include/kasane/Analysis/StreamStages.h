// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all streams of a program have in common. In: the program. Out: its stages as work-items see
// them that hold images of what the region writes, what they touch, and what a work-item makes of a cell.
#pragma once

#include "kasane/Analysis/Early.h"
#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/Periodic.h"

#include <map>
#include <memory>

namespace kasane {

// What a level computes at a cell, and all elements that it reads of versions,
// each so many iterations ahead of the cell's turn.
struct StreamCell : EarlyBody {
  struct Look {
    FieldId field;
    Offset offset;
    int64_t ahead;
    friend auto operator<=>(const Look &, const Look &) = default;
  };
  std::vector<Look> looks;
};

struct StreamStage {
  struct Access : FieldAccess {
    Reach around; // of its reads
  };
  Stage stage;                            // which reads the image that is nearest
  std::vector<Access> accesses;           // ascending ids
  int64_t operations;                     // at a cell
  std::array<bool, kMaxAxes> isThin{};    // along these axes it has few planes
  std::vector<bool> holds;                // by stage: is all of that one's domain in this one's?
  std::shared_ptr<const StreamCell> late; // nothing is computed ahead
  bool isAnyThin() const { return isThin[0] || isThin[1] || isThin[2]; }
  const Access *find(FieldId field) const;
};

class StreamStages {
public:
  explicit StreamStages(const StencilProgram &program);
  int axis() const { return axis_; } // along which planes follow each other
  const Rings &rings() const { return rings_; }
  const StreamStage &of(int stage) const { return stages_[static_cast<size_t>(stage)]; }
  const std::vector<StreamStage> &all() const { return stages_; }
  // What is computed at a cell that takes parts of values early. Levels of one stage whose elements come equally far
  // ahead are alike, in whatever stream they are.
  std::shared_ptr<const StreamCell> early(int stage, const AheadOf &aheadOf) const;

private:
  int axis_;
  Rings rings_;
  std::vector<StreamStage> stages_;
  using Aheads = std::vector<int64_t>; // of all that a stage reads
  mutable std::map<std::pair<int, Aheads>, std::shared_ptr<const StreamCell>> early_;
};

} // namespace kasane

// Tests: tests/unit/analysis/StreamTest.cpp
