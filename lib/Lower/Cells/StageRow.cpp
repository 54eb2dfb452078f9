// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells/StageRow.h"

#include "Cells/EveryOther.h"
#include "Cells/RowChoice.h"
#include "Cells/RowParts.h"

#include "kasane/Analysis/BetweenEnds.h"
#include "kasane/Analysis/Footprint.h"

namespace kasane::lowering {

KBody stageRow(const Context &context, const Stage &stage, const ExprBounds &x, const ElementPlaceOf &readAt,
               const ElementPlaceOf &storeAt, KBody &choices) {
  const EveryOther cells = everyOther(context, stage, stage.body);
  auto lowered = [&](const std::vector<StmtPtr> &body) { return lowerCell(context, body, 0, readAt, storeAt); };
  KBody cell = lowered(cells.body);
  std::optional<BetweenEnds> between;
  if (context.schedule.rowLoops && !cells.colour)
    between = rowBetweenEnds(context.program, stage);
  if (between)
    return chosenByRow(context, rowInParts(context, x, std::move(cell), between->cells, lowered(between->body)),
                       choices);
  const ExprPtr first = firstOf(context, cells, 0, x.lo);
  return chosenByRow(context, {makeKStmt(CellLoop{0, context.cell[0], first, x.hi, std::move(cell), cells.stride()})},
                     choices);
}

KBody withBases(const Context &context, const Stage &stage, KBody body) {
  KBody bases;
  for (const FieldAccess &access : footprintOf(stage).fields)
    bases.push_back(makeKStmt(KLet{context.row[access.field], ScalarType::I64, rowBase(context, access.field)}));
  dropUnusedLets(bases, body);
  body.insert(body.begin(), bases.begin(), bases.end());
  return body;
}

} // namespace kasane::lowering
