// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decisions about one region, as plain data: what `explain` prints and Lower carries out. Target, family and
// placement are independent parts.
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kasane {

enum class Family { Sweep, Overlap, Pipeline, Diamond, Pivot, Mapped, Rows, Families, Classes };
enum class Placement { InCore, Chunked }; // later: Distributed
enum class FpMode { Strict, Contract, Fast };

struct Schedule {
  std::string target; // a name of the target registry (kasane/Targets/Targets.h)
  Family family = Family::Sweep;
  Placement placement = Placement::InCore;
  FpMode fp = FpMode::Contract;
  // Output cells of a work-group (or thread's block), x first; 0: the whole axis. Along a pipeline's slowest axis: the
  // planes of one stream. A diamond's width along its axis, and the blocks of the others.
  std::array<int64_t, 3> tile{};
  std::array<int64_t, 3> group{1, 1, 1}; // work-group shape; {1,1,1} on a CPU
  int depth = 1;                         // steps of one pass; of diamonds, which don't count on it: at most
  bool windows = false;                  // kernels can be launched on some of their planes; see Lower
  bool rowLoops = false;                 // cells of a row are made by a loop, of which a compiler makes vectors
  bool groupMemory = false;              // a work-group has memory on chip
  // Of placement chunked: planes that come in at a time, and steps made with them; 0: decided when the program runs.
  int64_t slab = 0, visitSteps = 0;
  int resident = 1;     // groups that a unit is to hold at once: registers have to do for that many
  bool crowded = false; // these are so many work-items of a pipeline that none has registers to spare
  // Of diamonds: a call whose arrays have at most so many bytes goes by sweeps, unless it makes at least so many steps;
  // 0 bytes: none does.
  int64_t smallBytes = 0, manySteps = 0;
  // A sweep's tiles begin with lines of memory. Its work-items make cells side by side, also of the few rows that one
  // has of a tile (jamOf).
  bool abreast = false;
  // A pipeline's work-items keep arrays that later levels read again in their group's memory, not in registers.
  bool heldOnChip = false;
  // Along x, and y: the first and the last tile of a pipeline also store the cells that lie between them and the end of
  // the grid, where their halo would be. Then there may be a tile less.
  std::array<bool, 2> wideEnds{true, true};
  int64_t rimParts = 1; // a tile at the first or the last end along x is cut into so many along a pipeline's stream

  friend bool operator==(const Schedule &, const Schedule &) = default;
};

// What is known of a family before anything is chosen.
struct FamilyInfo {
  Family family;
  std::string name;             // of the clause, the option and reports
  bool holdsTiles = false;      // tiles hold what they compute in arrays of their own
  int64_t mostSteps = 64;       // of one pass; a kernel holds every step's code where it doesn't count them
  bool leavesAxesWhole = false; // a tile's extent may be `all`
};
// Sweeps beside fills of a mesh's ghosts have another name for clauses and options, which says what `mapped` does not.
inline constexpr const char *kFilledName = "filled";
const std::vector<FamilyInfo> &families(); // a row for each, in the order of Family
const FamilyInfo &infoOf(Family family);
bool holdsTiles(const Schedule &schedule);
bool isOnBlocks(Family family); // reads that leave a block of a mesh go to the neighbour

// For a kernel whose domain is known to be short on some axes, as a plane along an edge is: what a work-group has no
// use for there goes to an axis whose length isn't known.
Schedule fitted(const Schedule &schedule, const Box &domain);

std::string nameOf(Family family);
std::optional<Family> familyOf(const std::string &name);
std::string nameOf(Placement placement);
std::string nameOf(FpMode fp);
std::string print(const Schedule &schedule);
std::string spellTile(const std::array<int64_t, 3> &tile); // "64x8x1"
std::string spellSchedule(const Schedule &schedule);       // "overlap 64x8x1 depth 4"

} // namespace kasane

// Tests: tests/unit/schedule/PinsTest.cpp
