// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: the loops over planes, and the iteration that statements are made for. It is passed to whoever makes
// statements, so that nobody has to remember which loop it was told of last.
#pragma once

#include "kasane/Analysis/StreamEnds.h"

#include <optional>

namespace kasane::lowering {

// How a loop goes over its planes: `Edge` asks of each plane and each cell of it where it is, `Rim` of the cells alone,
// since its planes are inside. In calm ones all cells are, and in rows memory is moved so many elements at a time as
// lie side by side in a work-item's block. `First` is ahead of all loops.
enum class Planes { Edge, Rim, Interior, InteriorRows, First };

inline bool asksCells(Planes kind) { return kind == Planes::Edge || kind == Planes::Rim; }

struct Iteration {
  Planes kind = Planes::Edge;              // of its loop
  int64_t copy = 0;                        // of the loop's body
  std::string turn = "";                   // not "": the variable of an unrolled loop over copies, which `copy` is from
  std::optional<StreamMoment> moment = {}; // of a stream's end, which stands in no loop
  StreamAhead ahead = {};                  // what a level makes in it
};

} // namespace kasane::lowering

// Tests: tests/codegen/cuda/pipeline_ends.c
