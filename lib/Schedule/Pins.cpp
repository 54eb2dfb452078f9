// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: what stands against each clause and each family.
#include "kasane/Schedule/Pins.h"
#include "kasane/Schedule/RuledOut.h"

#include "kasane/Analysis/Chunks.h"
#include "kasane/Analysis/FieldText.h"
#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/Ghosts.h"
#include "kasane/Analysis/Mapped.h"
#include "kasane/Analysis/Periodic.h"
#include "kasane/Analysis/PivotGroups.h"
#include "kasane/Analysis/Skew.h"
#include "kasane/Analysis/Stream.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

constexpr int64_t kMaxCells = 1 << 30; // of a tile: an on-chip array of it has a size

// Where an option says it, the directive stands for the clause.
SourceRange clauseRange(const StencilProgram &program, const std::string &clause) {
  auto it = program.clauses.where.find(clause);
  return it == program.clauses.where.end() ? program.directive : it->second;
}

std::string listOf(const std::vector<int64_t> &tile, const std::string &between) {
  std::string out;
  for (int64_t extent : tile)
    out += (out.empty() ? "" : between) + (extent ? std::to_string(extent) : "all");
  return out;
}

std::vector<int64_t> padded(std::vector<int64_t> tile) {
  tile.resize(std::max<size_t>(tile.size(), 3), 1);
  return tile;
}

std::string spell(const Clauses::OutOfCore &o) {
  const std::string steps = o.steps ? "steps=" + std::to_string(o.steps) : "";
  return o.slab ? "slab=" + std::to_string(o.slab) + (o.steps ? "," : "") + steps : steps;
}

// What is left out contradicts nothing.
bool agree(const Clauses::OutOfCore &a, const Clauses::OutOfCore &b) {
  return (!a.slab || !b.slab || a.slab == b.slab) && (!a.steps || !b.steps || a.steps == b.steps);
}

std::optional<Clauses::OutOfCore> both(const std::optional<Clauses::OutOfCore> &a,
                                       const std::optional<Clauses::OutOfCore> &b) {
  if (!a || !b)
    return a ? a : b;
  return Clauses::OutOfCore{std::max(a->slab, b->slab), std::max(a->steps, b->steps)};
}

// A clause and its option may both be given when they say the same.
bool checkAgreement(const StencilProgram &program, const Pinned &pinned, Diagnostics &diagnostics) {
  const Clauses &clauses = program.clauses;
  size_t before = diagnostics.all().size();
  auto disagree = [&](const std::string &name, const std::string &clause, const std::string &option) {
    diagnostics.add(DiagId::option_against_clause, clauseRange(program, name), {name, clause, option});
  };
  if (pinned.family && clauses.family && *pinned.family != *clauses.family)
    disagree("schedule", *clauses.family, *pinned.family);
  if (pinned.tile && clauses.tile && padded(*pinned.tile) != padded(*clauses.tile))
    disagree("tile", listOf(*clauses.tile, ", "), listOf(*pinned.tile, "x"));
  if (pinned.depth && clauses.depth && *pinned.depth != *clauses.depth)
    disagree("depth", std::to_string(*clauses.depth), std::to_string(*pinned.depth));
  if (pinned.outOfCore && clauses.outOfCore && !agree(*pinned.outOfCore, *clauses.outOfCore))
    disagree("outofcore", spell(*clauses.outOfCore), spell(*pinned.outOfCore));
  return diagnostics.all().size() == before;
}

// Is one word the other but for one letter, which differs, is missing or is one too many,
// or for two that changed places?
bool isOneSlipFrom(const std::string &word, const std::string &meant) {
  size_t same = 0, sameEnd = 0, shorter = std::min(word.size(), meant.size());
  while (same < shorter && word[same] == meant[same])
    ++same;
  while (sameEnd < shorter - same && word[word.size() - 1 - sameEnd] == meant[meant.size() - 1 - sameEnd])
    ++sameEnd;
  size_t left = word.size() - same - sameEnd, right = meant.size() - same - sameEnd;
  bool swapped = left == 2 && right == 2 && word[same] == meant[same + 1] && word[same + 1] == meant[same];
  return (left <= 1 && right <= 1) || swapped;
}

void unknownFamily(const StencilProgram &program, const std::string &family, Diagnostics &diagnostics) {
  std::string all;
  for (const FamilyInfo &known : families()) {
    if (isOneSlipFrom(family, known.name)) {
      Diagnostic &added =
          diagnostics.add(DiagId::unknown_family_near, clauseRange(program, "schedule"), {family, known.name});
      if (auto word = program.clauses.words.find("schedule " + family); word != program.clauses.words.end())
        added.fixIts.push_back({word->second, known.name});
      return;
    }
    if (!all.empty())
      all += known.family == families().back().family ? " and " : ", ";
    all += known.name;
  }
  diagnostics.add(DiagId::unknown_family, clauseRange(program, "schedule"), {family, all});
}

// An axis of extent 0, which is written `all`, isn't cut.
bool checkTile(const StencilProgram &program, const std::vector<int64_t> &tile, bool mayLeaveAxes,
               Diagnostics &diagnostics) {
  bool fits = !tile.empty() && tile.size() <= 3;
  for (size_t a = 0; fits && a < tile.size(); ++a) {
    const bool mayBeWhole = mayLeaveAxes && static_cast<int>(a) != diamondAxisOf(program);
    fits = tile[a] >= (mayBeWhole ? 0 : 1) && (static_cast<int>(a) < program.rank || tile[a] == 1);
  }
  if (!fits) {
    diagnostics.add(DiagId::bad_tile, clauseRange(program, "tile"), {std::to_string(program.rank)});
    return false;
  }
  int64_t left = kMaxCells;
  for (int64_t extent : tile)
    left /= std::max<int64_t>(extent, 1);
  if (left == 0)
    diagnostics.add(DiagId::tile_too_large, clauseRange(program, "tile"),
                    {listOf(tile, "x"), std::to_string(kMaxCells)});
  return left > 0;
}

bool checkDepth(const StencilProgram &program, int64_t depth, int64_t most, Diagnostics &diagnostics) {
  if (depth < 1 || depth > most) {
    diagnostics.add(DiagId::bad_depth, clauseRange(program, "depth"), {std::to_string(depth), std::to_string(most)});
    return false;
  }
  if (depth > 1 && !program.time) {
    diagnostics.add(DiagId::depth_without_time, clauseRange(program, "depth"), {std::to_string(depth)});
    return false;
  }
  return true;
}

// Overlapped tiles hold written fields tile by tile, so such a field must have every axis that the tiles cut.
bool checkOverlap(const StencilProgram &program, Diagnostics &diagnostics) {
  for (const Stage &stage : program.stages)
    for (const FieldAccess &access : footprintOf(stage).fields)
      for (int a = 0; a < program.rank; ++a)
        if (access.written && !program.fields[access.field].has[a]) {
          const Field &field = program.fields[access.field];
          const SourceRange at =
              program.clauses.where.count("schedule") ? clauseRange(program, "schedule") : stage.range;
          if (isGathered(field))
            diagnostics.add(DiagId::overlap_single_elements, at);
          else
            diagnostics.add(DiagId::overlap_needs_axes, at, {textOf(field), std::to_string(program.rank)});
          return false;
        }
  return true;
}

// The host's value of one step reaches the cells of the next, so no two steps can be made at once.
bool checkFeedback(const StencilProgram &program, Diagnostics &diagnostics) {
  std::string name;
  SourceRange read;
  for (const Stage &stage : program.stages)
    walkExprs(stage.body, [&](const Expr &e) {
      const auto *ref = std::get_if<ScalarRef>(&e.node);
      for (const Variable &v : program.variables)
        if (ref && ref->name == v.name) {
          name = v.name;
          read = e.range;
        }
    });
  if (name.empty())
    return true;
  const char *clause = program.clauses.depth ? "depth" : "schedule";
  SourceRange at = program.clauses.where.count(clause) || !read.begin.line ? clauseRange(program, clause) : read;
  // Where an option asks for it, the one that computes the value stands in the way.
  for (const HostAction &action : program.actions)
    if (const auto *set = std::get_if<SetVariable>(&action.node);
        set && set->name == name && !program.clauses.where.count(clause))
      at = action.range;
  diagnostics.add(DiagId::host_value_in_overlap, at, {name});
  return false;
}

// Host code that runs in every step, or on a condition that a step computes, leaves no two steps to be made at once.
bool checkHostPoints(const StencilProgram &program, Diagnostics &diagnostics) {
  bool known = hostPointsAreKnown(program);
  for (const HostAction &action : program.actions)
    if (const auto *point = std::get_if<HostPoint>(&action.node); !known && point && !point->apart) {
      diagnostics.add(DiagId::host_code_in_every_step, action.range);
      break;
    }
  return known;
}

// A tile holds what it has computed; an element at the other end is only there where the axis closes to a ring.
bool checkDistances(const StencilProgram &program, Diagnostics &diagnostics) {
  std::optional<FarElement> far = ringsOf(program).far;
  if (far && withoutGhosts(withoutHostPoints(program)))
    return true;
  if (far)
    diagnostics.add(DiagId::far_at_depth, far->range,
                    {textOf(program.fields[far->element.field]), textOf(distanceOf(far->element, far->axis), program),
                     program.axisNames[far->axis]});
  return !far;
}

// No tile of some steps holds the row or the column that all cells look at.
bool checkPlaces(const StencilProgram &program, Diagnostics &diagnostics) {
  const auto timed = std::ranges::find_if(program.stages, [](const Stage &stage) { return followsTime(stage); });
  if (timed != program.stages.end())
    diagnostics.add(DiagId::row_of_step, timed->range);
  return timed == program.stages.end();
}

// Nor do a tile's cells wait for those of the tile beside it.
bool checkOrder(const StencilProgram &program, Diagnostics &diagnostics) {
  const Stage *const stage = stageInOrder(program);
  if (stage)
    diagnostics.add(DiagId::cells_in_order, stage->range);
  return !stage;
}

// Where a block's neighbour lies, tiles don't know.
bool checkLeaves(const StencilProgram &program, Diagnostics &diagnostics) {
  if (hasLeaves(program))
    diagnostics.add(DiagId::leaves_only_sweeps, clauseRange(program, program.clauses.family ? "schedule" : "depth"),
                    {program.clauses.family.value_or("overlap")});
  return !hasLeaves(program);
}

bool checkTiles(const StencilProgram &program, Diagnostics &diagnostics) {
  return checkLeaves(program, diagnostics) && checkPlaces(program, diagnostics) && checkOrder(program, diagnostics) &&
         checkOverlap(program, diagnostics) && checkFeedback(program, diagnostics) &&
         checkHostPoints(program, diagnostics) && checkDistances(program, diagnostics);
}

bool checkStream(const StencilProgram &program, const TargetInfo &target, Diagnostics &diagnostics) {
  const std::string reason = target.workGroups ? notStreamed(program) : "target " + target.name + " has no work-groups";
  if (!reason.empty())
    diagnostics.add(DiagId::not_streamed, clauseRange(program, "schedule"), {reason});
  return reason.empty();
}

// The first axis that the tile cuts and diamonds can't; -1: none.
int uncutAxisOf(const StencilProgram &program, const std::optional<std::vector<int64_t>> &tile) {
  const Skew skew = skewOf(program);
  for (int a = 0; tile && a < program.rank; ++a)
    if (!skew.axis[a] && (static_cast<size_t>(a) >= tile->size() || (*tile)[a] != 0))
      return a;
  return -1;
}

bool checkDiamond(const StencilProgram &program, const std::optional<std::vector<int64_t>> &tile,
                  const TargetInfo &target, Diagnostics &diagnostics) {
  if (!checkFeedback(program, diagnostics))
    return false;
  std::optional<NotDiamond> why = notDiamond(program);
  if (const int axis = why ? -1 : uncutAxisOf(program, tile); axis >= 0)
    why = NotDiamond{"it can't cut the axis '" + program.axisNames[axis] + "'; write 'all' for its extent",
                     clauseRange(program, "tile")};
  if (target.workGroups)
    why = NotDiamond{"target " + target.name + " shares out cells among work-groups", {}};
  if (why)
    diagnostics.add(DiagId::not_diamond, why->range.begin.line ? why->range : clauseRange(program, "schedule"),
                    {why->reason});
  return !why;
}

bool checkPivot(const StencilProgram &program, const TargetInfo &target, Diagnostics &diagnostics) {
  const std::string reason =
      target.onlySweeps ? "target " + target.name + " makes each step by itself" : notPivoted(program);
  if (!reason.empty())
    diagnostics.add(DiagId::not_pivoted, clauseRange(program, "schedule"), {reason});
  return reason.empty();
}

bool fills(const StencilProgram &program) {
  return std::ranges::any_of(program.actions, [](const HostAction &action) {
    const auto *point = std::get_if<HostPoint>(&action.node);
    return point && point->fill;
  });
}

// Family mapped, or rows.
bool checkBlocks(Family family, const StencilProgram &program, const TargetInfo &target, Diagnostics &diagnostics) {
  const auto made = mappedOf(program);
  const auto *against = std::get_if<NotMapped>(&made);
  const std::string instead = fills(program) ? kFilledName : nameOf(Family::Sweep);
  std::string reason;
  if (family == Family::Rows && target.workGroups)
    reason = "target " + target.name + " shares out cells among work-groups";
  if (against)
    diagnostics.add(DiagId::not_mapped, against->range.begin.line ? against->range : clauseRange(program, "schedule"),
                    {nameOf(family), against->reason, instead});
  else if (!reason.empty())
    diagnostics.add(DiagId::not_mapped, clauseRange(program, "schedule"), {nameOf(family), reason, instead});
  return !against && reason.empty();
}

// The other name of sweeps is for programs with fills.
bool checkFilled(const StencilProgram &program, Diagnostics &diagnostics) {
  if (!fills(program))
    diagnostics.add(DiagId::nothing_filled, clauseRange(program, "schedule"));
  return fills(program);
}

// What tiles are multiples of, along x and y, and the depth.
struct PivotUnits {
  int64_t x, y, steps;
};

PivotUnits pivotUnits(const StencilProgram &program, const TargetInfo &target) {
  const Pivot pivot = *pivotOf(program);
  const int64_t group = pivotRow(program, pivot) * kPivotItems;
  return target.workGroups ? PivotUnits{group, group, PivotGroups{}.slice}
                           : PivotUnits{pivotWidth(program, pivot), kPivotRows, 1};
}

bool checkPivotTile(const StencilProgram &program, const TargetInfo &target, const std::array<int64_t, 3> &tile,
                    Diagnostics &diagnostics) {
  const PivotUnits unit = pivotUnits(program, target);
  if (tile[0] > 0 && tile[1] > 0 && tile[0] % unit.x == 0 && tile[1] % unit.y == 0)
    return true;
  auto up = [](int64_t cells, int64_t unit) {
    return std::to_string(std::max<int64_t>((cells + unit - 1) / unit, 1) * unit);
  };
  diagnostics.add(DiagId::pivot_tile, clauseRange(program, "tile"),
                  {std::to_string(unit.x), std::to_string(unit.y), up(tile[0], unit.x) + "x" + up(tile[1], unit.y)});
  return false;
}

bool checkPivotDepth(const StencilProgram &program, const TargetInfo &target, int64_t depth, Diagnostics &diagnostics) {
  const int64_t unit = pivotUnits(program, target).steps, most = target.workGroups ? kMostGroupSteps : depth;
  if (depth % unit == 0 && depth <= most)
    return true;
  diagnostics.add(DiagId::pivot_depth, clauseRange(program, "depth"),
                  {std::to_string(unit), std::to_string(kMostGroupSteps)});
  return false;
}

bool checkChunks(const StencilProgram &program, const TargetInfo &target, Diagnostics &diagnostics) {
  const std::string asked = program.clauses.where.count("pipeline") ? "tpace pipeline" : "outofcore";
  const std::string reason = target.workGroups ? notChunked(program) : "";
  if (!target.workGroups)
    diagnostics.add(DiagId::no_device_memory, clauseRange(program, "outofcore"), {target.name, asked});
  else if (!reason.empty())
    diagnostics.add(DiagId::not_out_of_core, clauseRange(program, "outofcore"), {reason, asked});
  return target.workGroups && reason.empty();
}

// Functions whose result IEEE 754 fixes, or that compute with integers.
bool isExact(const std::string &callee) {
  static const std::set<std::string> kExact = {"sqrt",  "fma",    "fabs",  "floor",  "ceil",     "trunc", "round",
                                               "rint",  "abs",    "labs",  "llabs",  "copysign", "sqrtf", "fmaf",
                                               "fabsf", "floorf", "ceilf", "truncf", "roundf",   "rintf", "copysignf"};
  return kExact.count(callee) > 0;
}

// Step scalars are computed on the host, so only the cells' own calls count.
bool checkMath(const StencilProgram &program, const TargetInfo &target, Diagnostics &diagnostics) {
  bool exact = true;
  for (const Stage &stage : program.stages)
    walkExprs(stage.body, [&](const Expr &e) {
      const auto *call = std::get_if<Call>(&e.node);
      if (!call || isExact(call->callee))
        return;
      exact = false;
      diagnostics.add(DiagId::inexact_call, e.range, {call->callee, target.name});
    });
  return exact;
}

bool checkOnlySweeps(const StencilProgram &program, const TargetInfo &target, Family family, Diagnostics &diagnostics) {
  if (target.onlySweeps)
    diagnostics.add(DiagId::only_sweeps, clauseRange(program, program.clauses.family ? "schedule" : "depth"),
                    {target.name, nameOf(family)});
  return !target.onlySweeps;
}

// What stands against the family, for a tile that may be pinned.
bool checkFamily(Family family, const StencilProgram &program, const std::optional<std::vector<int64_t>> &tile,
                 const TargetInfo &target, Diagnostics &diagnostics) {
  auto mayHoldTiles = [&] {
    return checkOnlySweeps(program, target, family, diagnostics) && checkTiles(program, diagnostics);
  };
  switch (family) {
  case Family::Sweep:
    return true;
  case Family::Overlap:
    return mayHoldTiles();
  case Family::Pipeline:
    return mayHoldTiles() && checkStream(program, target, diagnostics);
  case Family::Diamond:
    return checkDiamond(program, tile, target, diagnostics);
  case Family::Pivot:
    return checkPivot(program, target, diagnostics);
  case Family::Mapped:
  case Family::Rows:
  case Family::Families:
  case Family::Classes:
    return checkBlocks(family, program, target, diagnostics);
  }
  return false;
}

} // namespace

std::optional<Pins> pinsOf(const StencilProgram &program, const Pinned &pinned, const TargetInfo &target, FpMode fp,
                           Diagnostics &diagnostics) {
  const Clauses &clauses = program.clauses;
  auto family = pinned.family ? pinned.family : clauses.family;
  auto tile = pinned.tile ? pinned.tile : clauses.tile;
  auto depth = pinned.depth ? pinned.depth : clauses.depth;
  if (!checkAgreement(program, pinned, diagnostics))
    return std::nullopt;
  if (fp == FpMode::Strict && target.ownMath && !checkMath(program, target, diagnostics))
    return std::nullopt;
  const std::optional<Family> named = family ? familyOf(*family) : std::nullopt;
  const Family ofSteps = followsTime(program) ? Family::Pivot : Family::Overlap; // several at once
  const FamilyInfo &asked = infoOf(named.value_or(ofSteps));
  if ((tile && !checkTile(program, *tile, asked.leavesAxesWhole, diagnostics)) ||
      (depth && !checkDepth(program, *depth, asked.mostSteps, diagnostics)))
    return std::nullopt;
  if (family && !named) {
    unknownFamily(program, *family, diagnostics);
    return std::nullopt;
  }
  if (family == kFilledName && !checkFilled(program, diagnostics))
    return std::nullopt;
  Pins pins{{}, {}, {}, fp};
  pins.outOfCore = both(pinned.outOfCore, clauses.outOfCore);
  pins.distribute = pinned.distribute || (!clauses.neighbours.empty() && !target.workGroups);
  if (pins.outOfCore && !checkChunks(program, target, diagnostics))
    return std::nullopt;
  if (depth)
    pins.depth = static_cast<int>(*depth);
  if (family)
    pins.family = named;
  else if (depth && (tile || *depth == 1))
    pins.family = *depth > 1 ? ofSteps : Family::Sweep;
  if (pins.family == Family::Sweep && pins.depth.value_or(1) > 1) {
    diagnostics.add(DiagId::sweep_depth, clauseRange(program, "depth"), {std::to_string(*depth)});
    return std::nullopt;
  }
  const Family tiled = pins.family.value_or(pins.depth ? ofSteps : Family::Sweep);
  if (!checkFamily(tiled, program, tile, target, diagnostics))
    return std::nullopt;
  if (tile) {
    pins.tile = {1, 1, 1};
    std::copy(tile->begin(), tile->end(), pins.tile->begin());
  }
  if (tiled == Family::Pivot && ((tile && !checkPivotTile(program, target, *pins.tile, diagnostics)) ||
                                 (depth && !checkPivotDepth(program, target, *depth, diagnostics))))
    return std::nullopt;
  return pins;
}

Schedule undecided(const Pins &pins, const TargetInfo &target) {
  Schedule s;
  s.target = target.name;
  s.fp = pins.fp;
  s.windows = target.workGroups || pins.distribute;
  s.rowLoops = !target.workGroups;
  s.groupMemory = target.workGroups && !target.onlySweeps;
  s.placement = pins.outOfCore ? Placement::Chunked : Placement::InCore;
  s.slab = pins.outOfCore.value_or(Clauses::OutOfCore{}).slab;
  s.visitSteps = pins.outOfCore.value_or(Clauses::OutOfCore{}).steps;
  return s;
}

bool allows(Family family, const StencilProgram &program, const TargetInfo &target) {
  Diagnostics unheard;
  return checkFamily(family, program, std::nullopt, target, unheard);
}

std::optional<Diagnostic> ruledOut(const StencilProgram &program, const TargetInfo &target) {
  Diagnostics heard;
  if (!program.time || allows(Family::Pivot, program, target) ||
      checkFamily(Family::Overlap, program, std::nullopt, target, heard))
    return std::nullopt;
  return heard.all().front();
}

std::optional<Diagnostic> mapRuledOut(const StencilProgram &program, const TargetInfo &target) {
  Diagnostics heard;
  const Family family = target.workGroups ? Family::Mapped : Family::Rows;
  if (!fills(program) || checkFamily(family, program, std::nullopt, target, heard))
    return std::nullopt;
  return heard.all().front();
}

std::optional<Diagnostic> diamondsRuledOut(const StencilProgram &program, const TargetInfo &target) {
  Diagnostics heard;
  if (!program.time || target.workGroups || checkFamily(Family::Diamond, program, std::nullopt, target, heard))
    return std::nullopt;
  return heard.all().front();
}

} // namespace kasane
