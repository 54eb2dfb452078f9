// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far a kernel looks along the region's slowest axis, and along the axis before where windows have sides. In: what
// its stages read. Out: its window, for placements that have a part of the buffers at a time.
#pragma once

#include "Base/Context.h"

#include <map>

namespace kasane::lowering {

class WindowOf {
public:
  explicit WindowOf(const Context &context) : context_(context), axis_(context.program.rank - 1) {}
  // The stage's cells are those of the tile and `around`; its names are bound to these buffers.
  void addStage(const Stage &stage, const Reach &around, const std::vector<FieldId> &bound);
  void addCells(FieldId buffer, const Reach &reach);
  // By name of the kernel's buffers; `covered` are those of which it writes every cell.
  void put(Kernel &kernel, const std::map<std::string, FieldId> &buffers, const std::set<std::string> &covered,
           int64_t slack, int64_t sideSlack = 0) const;

private:
  const Context &context_;
  int axis_;
  std::map<FieldId, KReach> reach_;
};

// The kernel that sees a whole ring gets those for a part of its planes, which take the same arguments: the first of
// them is for any number of planes.
void addEndless(Kernel &kernel, std::vector<Kernel> &endless);

} // namespace kasane::lowering
