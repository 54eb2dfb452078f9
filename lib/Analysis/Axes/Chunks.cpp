// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Chunks.h"

#include "Cells/Accesses.h"
#include "kasane/Analysis/FieldText.h"
#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/Periodic.h"

#include <algorithm>

namespace kasane {
namespace {

bool isSame(const AxisBounds &a, const AxisBounds &b) { return a.lo == b.lo && a.hi == b.hi; }

// Does every plane of the ring do what all the others do?
bool goesRound(const StencilProgram &program, const AxisBounds &ring, int axis) {
  const bool stages = std::all_of(program.stages.begin(), program.stages.end(),
                                  [&](const Stage &stage) { return isSame(stage.domain[axis], ring); });
  const bool gathers = std::all_of(program.actions.begin(), program.actions.end(), [&](const HostAction &action) {
    const auto *gather = std::get_if<Gather>(&action.node);
    return !gather || isSame(gather->domain[axis], ring);
  });
  return stages && gathers && holdsAll(program, ring, axis);
}

// The number that a plane has on the ring.
ExprPtr onRing(const StencilProgram &program, const AxisBounds &ring, int axis) {
  const ExprPtr cell = makeExpr(ScalarType::I64, IndexRef{axis});
  const RingPlace place = placeOnRing(cell, toExpr(ring.lo, program.params), toExpr(ring.hi, program.params));
  return makeExpr(ScalarType::I64, Select{place.isInside, cell, place.wrapped});
}

// Cells that ask for their plane's number get that.
// Null: on a single axis that would be a division for each of many cells.
std::optional<std::vector<StmtPtr>> withNumbers(const StencilProgram &program, const AxisBounds &ring, int axis,
                                                const std::vector<StmtPtr> &body) {
  const std::string name = "ksn_plane";
  bool asks = false;
  std::vector<StmtPtr> out = withValues(body, [&](const ExprPtr &value) {
    return rewrite(value, [&](const Expr &e) -> ExprPtr {
      const auto *index = std::get_if<IndexRef>(&e.node);
      if (!index || index->axis != axis)
        return nullptr;
      asks = true;
      return e.type == ScalarType::I64 ? scalar(name) : makeExpr(e.type, Cast{scalar(name)}, e.range);
    });
  });
  if (asks && axis == 0)
    return std::nullopt;
  if (asks)
    out.insert(out.begin(), makeStmt(LocalDecl{name, ScalarType::I64, onRing(program, ring, axis)}));
  return out;
}

} // namespace

std::string notChunked(const StencilProgram &program, int axis) {
  std::string reason;
  const bool isEndless = program.endless[axis] || (axis == program.rank - 1 && endlessOf(program));
  if (!isEndless && ringsOf(program).rings.axis[axis])
    reason = "axis '" + program.axisNames[axis] + "' closes to a ring, and not all planes of it are updated alike";
  if (hasLeaves(program))
    reason = "they are arrays of blocks, which have no planes in common";
  if (followsTime(program))
    reason = "all of its planes look at the row or the column of the step";
  if (stageInOrder(program))
    reason = "cells of a nest come in the order of the loops, so that planes can't be made part by part";
  for (const Stage &stage : program.stages) {
    for (const FieldAccess &access : footprintOf(stage).fields)
      if (const Field &field = program.fields[access.field]; access.written && !field.has[axis])
        reason = "'" + textOf(field) + "' is written by all planes along '" + program.axisNames[axis] + "'";
    walkExprs(stage.body, [&](const Expr &e) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (read && !isEndless && program.fields[read->field].has[axis] && !distanceOf(*read, axis).constant())
        reason = "an element of '" + textOf(program.fields[read->field]) + "' lies at a distance of " +
                 textOf(distanceOf(*read, axis), program) + " along '" + program.axisNames[axis] + "'";
    });
  }
  return reason;
}

std::optional<StencilProgram> endlessOf(const StencilProgram &program) {
  constexpr int64_t kFar = int64_t{1} << 30; // planes: no array has so many, and their numbers are 32 bits
  const int axis = program.rank - 1;
  Rings rings;
  rings.axis[axis] = ringsOf(program).rings.axis[axis];
  if (!rings.any() || program.endless[axis] || !goesRound(program, *rings.axis[axis], axis))
    return std::nullopt;
  const AxisBounds ring = *rings.axis[axis];
  StencilProgram out = program;
  out.endless[axis] = {-kFar, kFar};
  for (Field &field : out.fields)
    field.extent[axis].reset();
  for (HostAction &action : out.actions)
    if (auto *gather = std::get_if<Gather>(&action.node))
      gather->domain[axis] = *out.endless[axis];
  for (Stage &stage : out.stages) {
    stage.domain[axis] = *out.endless[axis];
    std::optional<std::vector<StmtPtr>> body =
        withNumbers(program, ring, axis, onRings(rings, stage.body, [](FieldId) { return true; }));
    if (!body)
      return std::nullopt;
    stage.body = std::move(*body);
  }
  return areParallel(out) ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace kasane
