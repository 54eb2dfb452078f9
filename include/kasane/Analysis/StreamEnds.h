// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ends of a stream: in its first iterations the later levels have nothing to do yet, in its last ones the earlier
// levels nothing any more. In: the stream, its cone and the block of a work-item. Out: how many such iterations there
// are, if their bodies may stand one after the other, each with what somebody wants of it.
#pragma once

#include "kasane/Analysis/StreamBlock.h"

namespace kasane {

struct StreamMoment { // an iteration: its plane, from the tile's first one, or from the first behind the tile
  bool isAtEnd;
  int64_t plane;
};

// What a level makes of a plane that it works on `from` iterations later, and before `until`;
// from 0 on: of the plane itself, too.
struct StreamAhead {
  int64_t from = 0, until = INT64_MAX;
};

class StreamEnds {
public:
  StreamEnds(const Stream &stream, const Cone &cone, const StreamBlock &block);

  int64_t behind() const { return behind_; } // planes that the last of the stored levels is
  // Iterations at either end. In those between, every level works on planes that are wanted,
  // and what is stored is the tile's.
  int64_t fill() const { return fill_; }
  int64_t drain() const { return drain_; }
  int64_t longest() const; // planes of a tile that is worth it: in longer ones the ends are a small part

  // So many planes from the moment's.
  bool isWanted(const StreamVersion &version, const StreamMoment &moment, int64_t planes) const;
  StreamAhead wantedOf(const StreamLevel &level, const StreamMoment &moment) const;

private:
  struct Planes { // that are wanted, from the tile's first and from the first behind it
    int64_t lo = 0, hi = 0;
  };
  void findWanted();
  int64_t begin(const StreamLevel &level) const;   // iteration in which it works on a plane that is wanted
  int64_t end(const StreamLevel &level) const;     // and before which it does
  double workAt(const StreamMoment &moment) const; // in iterations with all levels

  const Stream &stream_;
  std::vector<Planes> versions_, levels_;
  int64_t behind_ = 0, fill_ = 0, drain_ = 0;
};

} // namespace kasane

// Tests: tests/unit/analysis/StreamEndsTest.cpp
