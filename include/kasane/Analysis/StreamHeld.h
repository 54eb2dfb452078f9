// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that the levels of a stream read at the cell itself only, as coefficients are. In: a program and the cone of
// the steps. Out: the stream whose levels all read such an array where it lies, and the one in which the first level
// that reads it loads it, and the later ones, planes behind, have what it loaded: in registers, where work-items have
// them, or on chip, where the schedule says so.
//
//   2 levels, 2 planes apart:  c[k] read at iterations k + 2 and k + 4
//     ->  c a version of lag 2, read at the ages 0 and 2
#pragma once

#include "kasane/Analysis/StreamBlock.h"

#include <optional>

namespace kasane {

struct Streams {
  Stream plain;
  std::optional<Stream> holding, onChip; // none: there are no such arrays
  const Stream &of(const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group, bool heldOnChip) const;
  bool hasRegisters(const StreamBlock &block) const; // of `holding`
};
Streams streamsOf(const StencilProgram &program, const SharedStages &stages, const Cone &cone);
inline Streams streamsOf(const StencilProgram &program, const Cone &cone) {
  return streamsOf(program, streamStagesOf(program), cone);
}

} // namespace kasane

// Tests: tests/unit/analysis/StreamTest.cpp, tests/unit/tuner/StreamsTest.cpp
