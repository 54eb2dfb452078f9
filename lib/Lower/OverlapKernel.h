// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel that makes a tile's steps at once.
#pragma once

#include "Context.h"

#include "kasane/Analysis/Cone.h"

namespace kasane::lowering {

struct Tiles {
  Context &context;
  const Cone &cone;
  std::vector<std::string> next; // by buffer: the spare's parameter name, "" without
};

Kernel overlapKernel(const Tiles &tiles, const std::string &suffix);

inline const std::string &nameOfBuffer(const Tiles &t, FieldId b) { return t.context.program.fields[b].name; }

} // namespace kasane::lowering
