// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels that make several steps of a tile have in common.
#pragma once

#include "Base/Context.h"

#include "kasane/Analysis/Cone.h"

namespace kasane::lowering {

struct Tiles {
  Context &context;
  const Cone &cone;
  std::vector<std::string> next; // by buffer: the spare's parameter name, "" without
};

inline const std::string &nameOfBuffer(const Tiles &t, FieldId b) { return t.context.program.fields[b].name; }

// Where the tile's results of a buffer go.
const std::string &resultOf(const Tiles &t, FieldId b);

// Tiles cover what is stored: the hull where a spare takes everything, the written domain elsewhere.
CellBounds storedCells(const Tiles &t, FieldId b);
CellBounds gridOf(const Tiles &t);

// The kernel with its grid and what its body uses: buffers and scalars; no on-chip arrays yet. `slack`: see KWindow.
Kernel tileKernel(const Tiles &t, const std::string &suffix, KBody body, int64_t slack = 0, int64_t sideSlack = 0);
// While it lives, the tiles' length along axis 1 is a variable of the body, if those at the rim are cut into parts.
class RimParts {
public:
  RimParts(const Tiles &t, bool startsWithRim);
  RimParts(const RimParts &) = delete;
  ~RimParts() { length_.clear(); }

  const bool any;

private:
  std::string &length_;
};

// The tiles of a column follow each other: first those of the last column, then from the first one on. A tile of these
// two, where cells are asked where they are, takes longer than others. So it may be cut into parts along axis 1
// (Schedule::rimParts), whose length the body has by Context::length.
void startWithRim(const Tiles &t, Kernel &kernel);

} // namespace kasane::lowering

// Tests: tests/unit/lower/ExecuteTest.cpp
