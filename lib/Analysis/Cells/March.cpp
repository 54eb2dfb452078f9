// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/March.h"

#include "kasane/Analysis/Footprint.h"

#include <algorithm>
#include <map>

namespace kasane {
namespace {

Offset inPlane(Offset offset, int axis) {
  offset[axis] = 0;
  return offset;
}

// Which of the elements that its loads bring are looked at, and from which plane on.
void addElements(MarchColumn &column, const FieldAccess &access, const Abreast &abreast, int axis) {
  column.wanted.assign(static_cast<size_t>(abreast.cells), false);
  column.lowest.assign(static_cast<size_t>(abreast.cells), column.to);
  for (const Offset &read : access.reads)
    for (int64_t cell = 0; cell < abreast.cells; ++cell) {
      const auto [load, number] = loadFor(abreast, read, cell);
      if (inPlane(load, axis) != column.at)
        continue;
      const auto element = static_cast<size_t>(number);
      column.wanted[element] = true;
      column.lowest[element] = std::min(column.lowest[element], load[axis]);
    }
}

} // namespace

int64_t planesOfMarch(const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group, int rank) {
  const int axis = rank - 1;
  return axis > 0 && group[axis] == 1 && tile[axis] > kMostRows ? tile[axis] : 0;
}

std::vector<MarchColumn> marchColumns(const StencilProgram &program, const Stage &stage, const Abreast &abreast) {
  const int axis = program.rank - 1;
  std::map<std::pair<FieldId, Offset>, std::vector<int64_t>> planes;
  for (const auto &[field, offset] : abreast.loads)
    if (program.fields[field].has[axis] && !abreast.stores.count(field))
      planes[{field, inPlane(offset, axis)}].push_back(offset[axis]);
  std::vector<MarchColumn> out;
  for (const FieldAccess &access : footprintOf(stage).fields)
    for (const auto &[at, along] : planes)
      if (at.first == access.field && along.size() > 1) {
        const auto [from, to] = std::minmax_element(along.begin(), along.end());
        out.push_back({at.first, at.second, *from, *to, {}, {}});
        addElements(out.back(), access, abreast, axis);
      }
  return out;
}

const MarchColumn *columnOf(const std::vector<MarchColumn> &columns, const std::pair<FieldId, Offset> &load, int axis) {
  const auto found = std::ranges::find_if(columns, [&](const MarchColumn &column) {
    return column.field == load.first && column.at == inPlane(load.second, axis);
  });
  return found == columns.end() ? nullptr : &*found;
}

} // namespace kasane
