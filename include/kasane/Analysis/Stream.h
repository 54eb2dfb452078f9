// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several steps in one stream along the slowest axis. In: a program and the cone of the steps. Out: how many planes
// each level works behind the plane that is loaded, and which planes of which values somebody still wants.
//
//   heat by swap, radius 1, 2 steps: A is loaded, plane p at iteration p;
//     level 0 (step 0) computes plane p - 1 of B from A's planes p - 2, p - 1, p;
//     level 1 (step 1) computes plane p - 2 of A from B's planes p - 3 .. p - 1.
//
// Values never change: a store makes a new version of its buffer, whose cells that are not stored have the values of
// the version before. All work-items go through the levels of a plane, then wait for each other once: a neighbour's
// value can be had in the iteration after the one that made it.
//
// A program with one axis has no planes that follow each other: a tile is one, its line, and iteration i works on that
// with the levels of lag i. So a level's lag is how often work-items have waited for each other before it begins, and
// every version is made once.
#pragma once

#include "kasane/Analysis/Cone.h"
#include "kasane/Analysis/StreamStages.h"

namespace kasane {

constexpr int kInMemory = -1; // instead of a version: what the buffer held before the pass, read where it lies

struct StreamRead {
  Offset inPlane; // 0 along the stream
  int64_t age;    // planes behind the newest
  friend auto operator<=>(const StreamRead &, const StreamRead &) = default;
};

struct StreamVersion {
  FieldId buffer;
  int level;   // that makes it; -1: it is loaded
  int64_t lag; // its newest plane at iteration i is i - lag
  // It is loaded an iteration before it is looked at; else when it first is looked at.
  bool isAhead() const { return level < 0 && lag == 0; }
  std::set<StreamRead> reads;
  Reach reach;       // beyond the tile, of the cells that are wanted
  int64_t words = 1; // of 4 bytes, of a value
  // What has been loaded is in places on chip that are the work-item's own,
  // for the levels behind the first that reads it.
  bool isOnChip = false;
  int64_t oldest() const; // age that somebody reads
};

struct StreamStore {
  int version;       // that the store makes; -1: nothing needs it
  int before;        // the version that it replaces, or kInMemory
  bool keeps;        // a cell of the domain may keep the value before
  bool hasOutside;   // the region touches cells outside of the domain; else nobody asks for their values
  bool keepsOutside; // such a cell has the value before; else it has the buffer's in memory
  bool isFetched() const { return version != -1 && hasOutside && (!keepsOutside || before == kInMemory); } // from there
};

struct StreamLevel {
  int step, stage;
  Reach reach;
  int64_t lag;
  std::map<FieldId, int> reads; // by name: the version, or kInMemory; none where a cell reads what it has just stored
  std::map<FieldId, StreamStore> stores;  // by name
  std::shared_ptr<const StreamCell> cell; // its statements, and what they hold of planes that have gone
  // Along these axes it updates few planes, as boundaries and sources are; cells elsewhere keep values that are held.
  // So most planes, or most tiles, do without the level.
  std::array<bool, kMaxAxes> isThin{};
  bool readsNewest = false; // of what a level of smaller lag makes in the same iteration
  bool isLocal() const { return isThin[0] || isThin[1] || isThin[2]; }
  bool looksAtMemory() const; // for what no version holds
};

struct Stream {
  int axis = 0; // along which planes follow each other; of a line the one that isn't there
  bool isLine = false;
  bool mayTrap = false; // an operation of a level, which therefore makes no cells that nobody wants
  // Along these axes cells and planes go on past the ends: they are images there, of what the region writes.
  Rings rings;
  std::shared_ptr<const StreamStages> stages; // of the program
  std::vector<StreamLevel> levels;            // in the order of the steps
  std::vector<StreamVersion> versions;
  std::vector<int> last;       // by buffer: the version that the pass leaves, or kInMemory
  int64_t operations = 0;      // of all levels at a cell
  int64_t planes() const;      // of any version that are held at once, in variables
  int64_t mostLag() const;     // of any version
  int64_t first() const;       // iteration that does something, from the tile's first plane
  int64_t firstWanted() const; // plane that is wanted of any version, from the same
  Reach reach() const;         // of all versions together
  // Along this axis of the plane tiles at the ends may have what lies between them and the end, where their halo would
  // be. (Not where every cell asks whether it is wanted: fdtd2d took 18 % longer on an H200, since that was a variable
  // then.)
  bool mayWidenEnds(int a) const { return a < axis && !isLine && !mayTrap && !rings.axis[a]; }
  // May the levels of an iteration be made from the last to the first, those of one lag in their order? Then what is
  // held on chip is read for the last time before the next plane of it is on its way, which takes its place.
  bool isLastFirst() const;
  std::vector<size_t> order() const; // of an iteration's levels
  // Tiles at the rim of a plane take longest, so that the last column of tiles and the first one start before all
  // others. (Of planes with two axes most tiles would lose their neighbours, whose loads they find in the cache; a
  // line's rim is two tiles.)
  bool startsWithRim() const { return axis == 1 && !isLine; }
  // Into how many tiles one of these is cut, at most, that it may end when others do.
  int64_t rimParts(int64_t segment) const;
};

using SharedStages = std::shared_ptr<const StreamStages>;
inline SharedStages streamStagesOf(const StencilProgram &program) {
  return std::make_shared<const StreamStages>(program);
}

Stream streamOf(const StencilProgram &program, const SharedStages &stages, const Cone &cone);
inline Stream streamOf(const StencilProgram &program, const Cone &cone) {
  return streamOf(program, streamStagesOf(program), cone);
}

// What keeps the program from being streamed, or "".
std::string notStreamed(const StencilProgram &program);

} // namespace kasane

// Tests: tests/unit/analysis/StreamTest.cpp
