// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work of a pipeline: per plane and level, for all cells that its work-items own, wanted or not. In: a stream and
// its groups. Out: the work of a pass.
#pragma once

#include "StreamGroups.h"
#include "Work.h"

namespace kasane::tuning {

// What a group has of its unit.
struct StreamRoom {
  double nearest;   // bytes of the unit's own cache
  double registers; // of an item
};

// One pass of a pipeline, by such groups. `fuses`: products and sums may be one.
KernelWork streamWork(const std::vector<StageFacts> &facts, const StencilProgram &program, const Cone &cone,
                      const Stream &stream, const Shape &shape, const StreamGroup &group, const Box3 &length,
                      bool fuses, const StreamRoom &room);

// All groups, with those of a rim that is cut into so many parts.
double groupsWithRim(const Stream &stream, const StreamGroup &group, const Shape &shape, const Box3 &length,
                     int64_t parts);

// Are tiles of a pipeline fewer where those at the ends take what lies between them and the end?
bool hasWideEnds(int axis, const Stream &stream, const Shape &shape, const StreamGroup &group, const Box3 &length);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/StreamsTest.cpp
