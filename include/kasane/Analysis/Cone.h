// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `depth` steps at once need, computed backwards through the stages from one tile of results. In: a program with
// parallel stages. Out: how far each stage's region and each buffer's on-chip copy reach beyond the tile, what must be
// loaded, and what must be stored.
//
//   heat by swap, radius 1, depth 2, ordinary pass:  step 0 writes B on tile+1, step 1 writes A on tile;
//   A is loaded on tile+2 and stored through a spare; of B only the cells that no step writes are loaded, none stored.
#pragma once

#include "kasane/Analysis/Footprint.h"

namespace kasane {

struct ConeStage {
  int step;
  int stage;
  Reach reach; // it runs on (tile + reach) within its domain
  std::set<FieldId> dead; // names whose stores nothing needs
  friend bool operator==(const ConeStage &, const ConeStage &) = default;
};

enum class LoadKind {
  None,  // every value is computed before it is read
  Fixed, // only cells outside of the domain that is overwritten first: they keep the buffer's own old value
  Whole,
};

struct ConeBuffer {
  bool local = false; // lives on chip (some stage of the pass writes it)
  Reach reach;        // of the on-chip copy
  LoadKind load = LoadKind::None;
  int coverStage = -1;  // with Fixed: the stage whose domain is overwritten first
  bool stored = false;
  bool spare = false;   // other tiles read what this one overwrites: store the whole tile to a second memory
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

// `last`: the region ends with this pass, so every written buffer is stored. `scratch`: fields whose final contents are
// not needed.
Cone coneOf(const StencilProgram &program, int depth, bool last);

} // namespace kasane
