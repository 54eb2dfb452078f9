// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-groups of a pipeline. In: a stream, and a schedule. Out: what the group is like, however long its stream is.
#pragma once

#include "kasane/Analysis/StreamHeld.h"
#include "kasane/Schedule/Schedule.h"

#include <map>
#include <optional>

namespace kasane::tuning {

struct StreamGroup {
  StreamBlock block;
  double words;   // of 4 bytes, that a work-item holds
  int64_t bytes;  // of the group's arrays
  int64_t copies; // of the loop's body
};

// Groups of one stream. Each is worked out once.
class StreamGroups {
public:
  // Both have to stay where they are.
  StreamGroups(const StencilProgram &program, const Stream &stream)
      : program_(program), stream_(stream), blocks_(stream) {}
  const Stream &stream() const { return stream_; }
  const StreamGroup &of(const Schedule &schedule);

private:
  StreamGroup made(const Schedule &schedule);

  const StencilProgram &program_;
  const Stream &stream_;
  StreamBlocks blocks_;
  using Plane = std::array<int64_t, 2>;
  std::map<std::pair<Plane, Plane>, StreamGroup> groups_; // by the tile's cells in a plane, and the group
};

// Of one cone: with arrays of the cell held, or not.
class StreamChoice {
public:
  StreamChoice(const StencilProgram &program, const SharedStages &stages, const Cone &cone);
  StreamChoice(const StreamChoice &) = delete;
  const Stream &plain() const { return streams_.plain; }
  StreamGroups &of(const Schedule &schedule);

private:
  Streams streams_;
  StreamGroups plain_;
  std::optional<StreamGroups> holding_, onChip_;
};

} // namespace kasane::tuning

// Tests: tests/unit/tuner/StreamsTest.cpp
