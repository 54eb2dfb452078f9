// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Overlap/RingRows.h"

#include "Cells/RowChoice.h"
#include "Cells/RowParts.h"

namespace kasane::lowering {

Context withoutImages(Context context, const Reach &reach) {
  for (int a = 0; a < kMaxAxes; ++a)
    if (reach.lo[a] == 0 && reach.hi[a] == 0)
      context.image[a] = context.cell[a];
  return context;
}

Context withoutEnds(Context context) {
  context.image[0] = context.cell[0];
  return context;
}

bool hasRingRows(const Context &context) { return context.schedule.rowLoops && context.image[0] != context.cell[0]; }

KBody ringLoops(const Context &context, const CellBounds &bounds, const KBody &rows, KBody cell,
                const AxisBounds &between, KBody calm, const SingleCells &single) {
  KBody choices;
  KBody row = chosenByRow(
      context, rowInParts(context, bounds[0], withImage(context, std::move(cell)), between, std::move(calm)), choices);
  KBody loops = rowLoops(context, bounds, rows, withChoices(choices, std::move(row)), single);
  return context.program.rank > 1 ? loops : KBody{makeKStmt(KBlock{std::move(loops)})}; // which has no row to stand in
}

} // namespace kasane::lowering
