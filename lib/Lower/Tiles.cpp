// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tiles.h"

namespace kasane::lowering {

const std::string &resultOf(const Tiles &t, FieldId b) {
  return t.cone.buffers[b].spare ? t.next[b] : nameOfBuffer(t, b);
}

CellBounds storedCells(const Tiles &t, FieldId b) {
  const ConeBuffer &buffer = t.cone.buffers[b];
  return buffer.spare ? t.context.hulls[b].box : boundsOf(t.context.program.stages[buffer.coverStage].domain);
}

CellBounds gridOf(const Tiles &t) {
  std::optional<CellBounds> all;
  for (size_t b = 0; b < t.cone.buffers.size(); ++b) {
    if (!t.cone.buffers[b].stored)
      continue;
    CellBounds box = storedCells(t, static_cast<FieldId>(b));
    all = all ? hullOf(*all, box) : box;
  }
  return all.value_or(CellBounds{{{intLit(0), intLit(0)}, {intLit(0), intLit(1)}, {intLit(0), intLit(1)}}});
}

Kernel tileKernel(const Tiles &t, const std::string &suffix, KBody body) {
  const StencilProgram &program = t.context.program;
  Kernel kernel;
  kernel.name = program.name + suffix;
  kernel.comment = std::to_string(t.cone.depth) + (t.cone.depth == 1 ? " step" : " steps") + " at once";
  CellBounds grid = gridOf(t);
  for (int a = 0; a < kMaxAxes; ++a)
    kernel.grid[a] = {t.context.origin[a], grid[a].lo, grid[a].hi, t.context.schedule.tile[a]};
  kernel.group = t.context.schedule.group;
  kernel.body = std::move(body);
  Uses uses = usesOf(kernel.body);
  for (size_t b = 0; b < program.fields.size(); ++b) {
    const ConeBuffer &buffer = t.cone.buffers[b];
    FieldId id = static_cast<FieldId>(b);
    if (uses.buffers.count(nameOfBuffer(t, id)))
      kernel.buffers.push_back({nameOfBuffer(t, id), program.fields[b].elem, buffer.stored && !buffer.spare});
    if (buffer.spare)
      kernel.buffers.push_back({t.next[b], program.fields[b].elem, true});
  }
  kernel.scalars = freeScalars(t.context, kernel, t.cone.depth);
  return kernel;
}

} // namespace kasane::lowering
