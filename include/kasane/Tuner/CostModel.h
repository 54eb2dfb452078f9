// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long one step takes under a schedule: for each resource of the machine its work, redundant work included, over
// its ceiling; the slowest resource decides.
#pragma once

#include "kasane/Analysis/Cone.h"
#include "kasane/Machine/Machine.h"
#include "kasane/Schedule/Schedule.h"
#include "kasane/Tuner/Problem.h"

namespace kasane {

namespace tuning {
struct Shape;
struct StreamRoom;
} // namespace tuning

enum class Resource { Memory, Cache, Local, Operations, Instructions, Latency };
constexpr int kResources = 6;
std::string nameOf(Resource resource);

// Of one step of the whole grid.
struct Prediction {
  std::array<double, kResources> seconds{}; // that each resource is busy
  double moved = 0;                         // bytes to memory and from it
  double overhead = 0;                      // launches and barriers
  double fill = 1;                          // share of the machine that has work, of the kernel that takes longest
  double redundancy = 1;                    // cells that are computed, over those that are wanted
  int64_t onChip = 0;                       // bytes of a work-group
  double total = 0;
  Resource bound = Resource::Memory;
};

class CostModel {
public:
  CostModel(const StencilProgram &program, const Machine &machine, const Problem &problem);

  Prediction predict(const Schedule &schedule) const;
  // How far the cells that a tile loads reach beyond it, both sides together; nothing for a sweep.
  std::array<int64_t, 3> haloOf(const Schedule &schedule) const;
  int64_t onChipBytes(const Schedule &schedule) const;
  // At one cell, of all stages.
  double instructionsOfStep() const;
  // Do tiles of one step keep out of memory what one loop nest leaves to the next, which sweeps store and load again?
  bool storesLess(const Schedule &schedule) const;
  // Or move clearly less, since several loop nests go through the same arrays,
  // each of which sweeps move once for each nest?
  bool movesLess(const Schedule &schedule) const;
  // Do a pipeline's work-items hold arrays that are read at the cell itself, from one level to the next?
  bool holdsArrays(const Schedule &schedule) const;
  bool marches(const Schedule &schedule) const; // do work-items of a sweep go along planes (March.h)?
  // A work-item of a pipeline, or of a sweep that makes several rows at once, holds so many 4-byte registers, about,
  // and a unit so many groups.
  double registersOf(const Schedule &schedule) const;
  // Operations of its code that stand one behind the other; 0: they stand in a loop.
  int64_t unrolledOf(const Schedule &schedule) const;
  int64_t groupsAtOnce(const Schedule &schedule) const;
  // Along x and y: may a pipeline do with a tile less where those at the ends take what lies behind them? True, too,
  // where nobody said how long an axis is.
  std::array<bool, 2> wideEndsOf(const Schedule &schedule) const;
  // Into how many tiles one at a pipeline's rim is cut, so that the machine has room for all at once, else 1: one that
  // has to wait for others takes longer than is gained.
  int64_t rimPartsOf(const Schedule &schedule) const;

private:
  struct Source;
  struct Facts;
  struct Tiles;
  const Tiles &tilesOf(int depth) const;
  double registersAtOnce(const Schedule &schedule) const; // by how many a unit's groups are counted
  double secondsOfFronts(const Schedule &schedule) const; // of a sweep, beside its work
  tuning::StreamRoom roomFor(const Schedule &schedule) const;
  tuning::Shape shapeOf(const Schedule &sweep, size_t stage) const; // of the kernel of a stage

  std::shared_ptr<const Facts> facts_;
  Machine machine_;
  Problem problem_;
  mutable std::map<int, std::shared_ptr<const Tiles>> tiles_; // by depth
};

} // namespace kasane

// Tests: tests/unit/tuner/StreamsTest.cpp, tests/unit/tuner/JoinedTest.cpp
