// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/PivotGroups.h"

#include <algorithm>

namespace kasane {

int64_t pivotRow(const StencilProgram &program, const Pivot &pivot) {
  return std::ranges::any_of(pivot.written, [&](FieldId f) { return sizeOf(program.fields[f].elem) > 4; }) ? 2 : 4;
}

namespace {

// As many cells of each item as it has registers for: the more, the less is read of rows and columns for each.
PivotShape restShape(const std::array<int64_t, 3> &tile, int64_t row, int64_t bytes) {
  std::array<int64_t, 2> cells = {8, 8};
  for (size_t a = 1; cells[0] * cells[1] * bytes > kHeldBytes && cells[a] > row; a = 1 - a)
    cells[a] /= 2;
  PivotShape out;
  for (size_t a = 0; a < 2; ++a) {
    out.cells[a] = std::max({cells[a], tile[a] / kPivotItems, int64_t{1}});
    if (tile[a] % out.cells[a] != 0)
      out.cells[a] = std::max<int64_t>(tile[a] / kPivotItems, 1);
    out.items[a] = std::max<int64_t>(tile[a] / out.cells[a], 1);
  }
  return out;
}

} // namespace

PivotGroups pivotGroups(const StencilProgram &program, const Pivot &pivot, const std::array<int64_t, 3> &tile,
                        int64_t depth) {
  PivotGroups out;
  out.row = pivotRow(program, pivot);
  int64_t items = kPivotItems;
  while (items > 1 && depth % (items * out.row) != 0)
    --items;
  const int64_t cells = std::max<int64_t>(depth / items, 1);
  out.corner = {{items, items}, {cells, cells}};
  out.rows = {{kPivotItems, items}, {out.row, cells}};
  out.columns = {{items, kPivotItems}, {cells, out.row}};
  int64_t bytes = 0;
  for (const FieldId f : pivot.written)
    bytes += sizeOf(program.fields[f].elem);
  out.rest = restShape(tile, out.row, bytes);
  return out;
}

int64_t pivotBytesOfRest(const StencilProgram &program, const Pivot &pivot, const PivotGroups &groups) {
  int64_t out = 0;
  for (const PivotRead &read : pivot.reads(program))
    if (read.at[0] != read.at[1] && !read.isNew) // cells of a tile read one version
      out +=
          groups.slice * groups.slices * groups.rest.tile(read.at[0] ? 1 : 0) * sizeOf(program.fields[read.field].elem);
  return out;
}

int64_t pivotBytesOnChip(const StencilProgram &program, const Pivot &pivot, const PivotGroups &groups) {
  int64_t most = 0, shown = 0; // of all steps' values that a group needs of another kernel; of a batch that it shows
  for (const PivotRead &read : pivot.reads(program))
    most = std::max(most, int64_t{sizeOf(program.fields[read.field].elem)});
  for (const FieldId f : pivot.written)
    shown += groups.slice * groups.corner.tile(0) * sizeOf(program.fields[f].elem);
  const int64_t depth = groups.corner.tile(0);
  return std::max({pivotBytesOfRest(program, pivot, groups), depth * depth * most + shown, 2 * shown});
}

} // namespace kasane
