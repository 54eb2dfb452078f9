// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Dependence.h"

#include "Cells/Accesses.h"
#include "Stages/DistributeIfs.h"
#include "Stages/FixedPlaces.h"
#include "Stages/OrderUnits.h"
#include "Stages/PivotStages.h"
#include "Stages/Scatter.h"
#include "Stages/ShiftStage.h"
#include "Stages/Slice.h"
#include "Stages/TileOrder.h"
#include "kasane/Analysis/FieldText.h"
#include "kasane/Analysis/Fronts.h"

#include <algorithm>
#include <cstdlib>
#include <ranges>

namespace kasane {
namespace {

bool sameShape(const Field &a, const Field &b) {
  if (a.elem != b.elem || a.has != b.has || a.stride != b.stride)
    return false;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (a.extent[axis] && b.extent[axis] && !(*a.extent[axis] == *b.extent[axis]))
      return false;
  return true;
}

bool rotatedFieldsMatch(const StencilProgram &program, Diagnostics &diagnostics) {
  for (size_t f = 0; f < program.fields.size(); ++f) {
    const Field &to = program.fields[f], &from = program.fields[program.rotation[f]];
    if (!sameShape(to, from)) {
      diagnostics.add(DiagId::swap_of_different_shapes, to.range, {textOf(to), textOf(from)});
      return false;
    }
  }
  return true;
}

// What the group stores, with the locals it needs.
Stage partOf(const Stage &nest, const UnitGroup &group) {
  Stage stage = nest;
  stage.body.clear();
  for (const SliceStmt &part : sliceOf(nest.body, group.units))
    stage.body.push_back(part.stmt);
  return stage;
}

// The groups in their order.
std::vector<Stage> stagesOf(const StencilProgram &program, const Stage &nest, const std::vector<UnitGroup> &groups) {
  if (groups.size() == 1 && groups[0].stored == Offset{})
    return {nest};
  std::vector<Stage> stages;
  for (const UnitGroup &group : groups)
    stages.push_back(shiftStage(program, partOf(nest, group), group.stored));
  return stages;
}

// The same where groups look ahead, which may add fields to `out`.
std::optional<std::vector<Stage>> stagesAhead(const StencilProgram &program, const Stage &nest, StencilProgram &out) {
  Diagnostics ignored;
  const auto groups = orderUnits(program, nest, ignored, /*mayLookAhead=*/true);
  if (!groups)
    return std::nullopt;
  StencilProgram with = out;
  std::vector<Stage> stages;
  for (const UnitGroup &group : *groups) {
    const Stage part = partOf(nest, group);
    const auto kept = group.looksAhead ? scatterStages(program, part, with)
                                       : std::vector<Stage>{shiftStage(program, part, group.stored)};
    if (!kept)
      return std::nullopt;
    stages.insert(stages.end(), kept->begin(), kept->end());
  }
  out = std::move(with);
  return stages;
}

// True for large parameters at least.
bool mayHold(const Poly &value) {
  size_t degree = 0;
  for (const auto &[monomial, coefficient] : value.terms())
    degree = std::max(degree, monomial.size());
  return degree > 0 && std::all_of(value.terms().begin(), value.terms().end(),
                                   [&](const auto &term) { return term.first.size() < degree || term.second > 0; });
}

constexpr int64_t kMostGhosts = 8; // at one end of an axis

// Does the nest look further than there are ghost cells?
bool looksAcross(const Poly &distance) { return !distance.constant() || std::abs(*distance.constant()) > kMostGhosts; }

// Is the nest as long as what another one leaves free before it, as nests over ghost cells are?
bool isBeside(const StencilProgram &program, const Stage &nest, int axis) {
  const Poly length = nest.domain[axis].hi - nest.domain[axis].lo;
  return !length.constant() && !holdsTime(nest.domain) &&
         std::any_of(program.stages.begin(), program.stages.end(), [&](const Stage &other) {
           const AxisBounds &cells = other.domain[axis];
           return (cells.lo - length).isZero() && !(cells.hi - cells.lo == length);
         });
}

// For some parameters.
bool mayHoldAtAll(const Poly &value) {
  return !value.constant() &&
         std::any_of(value.terms().begin(), value.terms().end(), [](const auto &term) { return term.second > 0; });
}

// From the last cell of one to the first of the other, by the bounds that were found last, or else by any.
std::optional<Poly> gapBetween(const Access &low, const Access &high, int axis, bool isGhost, bool byAny) {
  for (const Poly &first : std::views::reverse(high.cells[axis].lo))
    for (const Poly &last : std::views::reverse(low.cells[axis].hi)) {
      const Poly gap = first + high.distance(axis) - last - low.distance(axis);
      if (mayHold(gap) || (isGhost && mayHoldAtAll(gap)))
        return gap;
      if (!byAny)
        return std::nullopt;
    }
  return std::nullopt;
}

// Of two planes at a symbolic distance, and of ghost cells and what they are copied from, that the call checks that
// they are two.
void assumeApart(StencilProgram &program, const Stage &nest, const Access &store, const Access &other) {
  for (int a = 0; a < kMaxAxes; ++a) {
    const bool isGhost = looksAcross(store.distance(a) - other.distance(a)) && isBeside(program, nest, a);
    if (other.far[a].isZero() && !isGhost)
      continue;
    for (const bool byAny : {false, true})
      for (const bool isAbove : {true, false}) {
        const std::optional<Poly> gap = gapBetween(isAbove ? store : other, isAbove ? other : store, a, isGhost, byAny);
        if (!gap || !mayMeet(program, store, other))
          continue;
        program.guards.push_back({*gap, "copies between opposite sides may meet", other.range});
        return;
      }
  }
}

void assumeApart(StencilProgram &program) {
  for (const Stage &nest : std::vector<Stage>(program.stages)) {
    std::vector<Access> accesses = accessesOf(program, nest);
    for (const Access &store : accesses)
      for (const Access &other : accesses)
        if (store.write && !other.write && store.field == other.field)
          assumeApart(program, nest, store, other);
  }
}

// All of it, cell by cell, where it stores at one place and it is known which cells wait for which.
std::optional<Stage> inOrder(const StencilProgram &program, const Stage &nest) {
  std::optional<Offset> stored;
  bool isOnePlace = true;
  walk(nest.body, [&](const Stmt &stmt) {
    if (const auto *store = std::get_if<FieldStore>(&stmt.node)) {
      isOnePlace &= !stored || *stored == store->offset;
      stored = store->offset;
    }
  });
  if (!stored || !isOnePlace || leadsOn(program, nest))
    return std::nullopt;
  Stage stage = shiftStage(program, nest, *stored);
  std::optional<std::vector<Offset>> waits = waitsOf(program, stage);
  if (!waits || waits->empty())
    return std::nullopt;
  stage.waits = std::move(*waits);
  return stage;
}

// Does it go along one line, each cell of which waits for the one before it?
bool isOneLine(const Stage &stage) {
  const std::vector<Fronts::Line> lines = stage.waits.empty() ? std::vector<Fronts::Line>() : frontsOf(stage).lines;
  return lines.size() == 1 && std::ranges::all_of(stage.order, [&](const LoopOrder &loop) {
           return loop.axis == lines.front().axis || stage.domain[loop.axis].hi - stage.domain[loop.axis].lo == Poly(1);
         });
}

// Nothing is gained where that is all that there is.
bool hasMoreThanLines(const StencilProgram &original, const StencilProgram &split, Diagnostics &diagnostics) {
  if (split.stages.empty() || !std::ranges::all_of(split.stages, isOneLine))
    return true;
  for (const Stage &nest : original.stages)
    if (!orderUnits(original, nest, diagnostics))
      return false;
  return true;
}

// The nest as it stands, else with its ifs taken apart, else with what it stores kept first; what is reported is about
// the nest as it stands. May add fields to `out`.
std::optional<std::vector<Stage>> splitNest(const StencilProgram &program, const Stage &nest, StencilProgram &out,
                                            Diagnostics &diagnostics) {
  Diagnostics asWritten, ignored;
  if (auto groups = orderUnits(program, nest, asWritten))
    return stagesOf(program, nest, *groups);
  for (const bool isDeep : {false, true})
    if (std::optional<Stage> apart = distributeIfs(nest, isDeep))
      if (auto groups = orderUnits(program, *apart, ignored))
        return stagesOf(program, *apart, *groups);
  if (std::optional<std::vector<Stage>> stages = scatterStages(program, nest, out))
    return stages;
  if (std::optional<std::vector<Stage>> stages = stagesAhead(program, nest, out))
    return stages;
  if (std::optional<Stage> stage = inOrder(program, nest))
    return std::vector{std::move(*stage)};
  for (const Diagnostic &d : asWritten.all())
    diagnostics.add(d.id, d.range, d.args).notes = d.notes;
  return std::nullopt;
}

} // namespace

std::optional<StencilProgram> splitStages(const StencilProgram &original, Diagnostics &diagnostics) {
  StencilProgram program = original;
  assumeApart(program);
  bool good = rotatedFieldsMatch(program, diagnostics);
  for (const Stage &nest : program.stages)
    good = good && tilesAreFree(program, nest, diagnostics);
  for (const HostAction &action : program.actions)
    good = good && tilesAreFree(program, action, diagnostics);
  if (!good)
    return std::nullopt;
  std::vector<std::vector<Stage>> before; // each nest
  for (Stage &nest : program.stages) {
    std::optional<FixedPlaces> places = bringFixedPlaces(program, nest, diagnostics);
    if (!places)
      return std::nullopt;
    before.push_back(std::move(places->before));
    nest = std::move(places->nest);
  }
  StencilProgram out = program;
  out.stages.clear();
  std::vector<size_t> moved; // where each nest's stages begin
  for (const Stage &nest : program.stages) {
    moved.push_back(out.stages.size());
    const std::vector<Stage> &first = before[moved.size() - 1];
    out.stages.insert(out.stages.end(), first.begin(), first.end());
    std::optional<std::vector<Stage>> stages =
        followsTime(nest) ? pivotStages(out, nest, diagnostics) : splitNest(program, nest, out, diagnostics);
    good &= stages.has_value();
    if (stages)
      out.stages.insert(out.stages.end(), stages->begin(), stages->end());
  }
  if (!good || !hasMoreThanLines(program, out, diagnostics))
    return std::nullopt;
  moved.push_back(out.stages.size());
  for (HostAction &action : out.actions)
    action.before = moved[action.before];
  return out;
}

} // namespace kasane
