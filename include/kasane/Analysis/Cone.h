// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `depth` steps at once need, computed backwards through the stages from one tile of results. In: a program with
// parallel stages. Out: how far each stage's region and each on-chip array reach beyond the tile, what comes from
// memory, and what goes back to it.
//
//   heat by swap, radius 1, depth 2, ordinary pass:
//     step 0 reads A from memory and writes B on chip, on tile+1;
//     step 1 reads B on chip and writes A on tile, through to memory, to a spare, since other tiles still read A.
#pragma once

#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/Periodic.h"
#include "kasane/Analysis/Renewed.h"

namespace kasane {

struct ConeStage {
  int step;
  int stage;
  Reach reach;                  // it runs on (tile + reach) within its domain
  std::set<FieldId> fromMemory; // names whose buffer no stage has written yet: read in memory
  std::set<FieldId> toMemory;   // names whose store is the tile's result: stored in memory
  std::set<FieldId> dead;       // names whose stores nothing needs
  friend bool operator==(const ConeStage &, const ConeStage &) = default;
};

enum class LoadKind {
  None,
  Fixed, // only cells outside of the domain that is overwritten first: they keep the buffer's own old value
  Whole,
};

struct ConeBuffer {
  bool written = false; // some stage of the pass writes it
  bool onChip = false;  // some stage reads or writes it on chip
  Reach reach;          // of the on-chip array
  LoadKind load = LoadKind::None;
  int coverStage = -1;     // the stage that overwrites it first
  bool hasOutside = false; // and the region touches cells outside of its domain
  bool stored = false;
  bool spare = false;    // other tiles read what this one overwrites: store the whole tile to a second memory
  int throughStage = -1; // the stage that stores the tile's cells in memory by itself; what its domain leaves is copied
  friend bool operator==(const ConeBuffer &, const ConeBuffer &) = default;
};

struct Cone {
  int depth = 1;
  // boundTo[s][f]: the buffer (= name on entry) that name f is bound to in step s; boundTo[depth] is after the pass.
  std::vector<std::vector<FieldId>> boundTo;
  std::vector<ConeStage> stages; // in execution order; stages that nothing needs are left out
  std::vector<ConeBuffer> buffers;
  friend bool operator==(const Cone &, const Cone &) = default;
};

struct ConeOptions {
  // The region ends with this pass: every written buffer is stored, but for those of a scratch clause.
  bool last = false;
  bool gathers = false;     // the host reads what the steps leave in hidden fields
  bool outOfPlace = false;  // nothing but spares is written, so that the pass can be made again with fewer steps
  size_t stages = SIZE_MAX; // of the last step: those that it makes
  bool moves = true;        // the last step moves the names
  friend bool operator==(const ConeOptions &, const ConeOptions &) = default;
};
// What the cones of a program have in common.
struct ConeStages {
  Rings rings;
  std::vector<StageFootprint> footprints; // of stages that read the nearest image
};
ConeStages coneStagesOf(const StencilProgram &program);
Cone coneOf(const StencilProgram &program, const ConeStages &stages, const Touched &touched, int depth,
            const ConeOptions &options);
inline Cone coneOf(const StencilProgram &program, const Touched &touched, int depth, const ConeOptions &options) {
  return coneOf(program, coneStagesOf(program), touched, depth, options);
}
inline Cone coneOf(const StencilProgram &program, int depth, const ConeOptions &options) {
  return coneOf(program, Touched(fieldHulls(program)), depth, options);
}
inline Cone coneOf(const StencilProgram &program, int depth, bool last) {
  return coneOf(program, depth, ConeOptions{last});
}

} // namespace kasane

// Tests: tests/unit/analysis/ConeTest.cpp
