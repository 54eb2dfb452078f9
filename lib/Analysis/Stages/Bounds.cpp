// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Bounds.h"

#include "Cells/Accesses.h"
#include "kasane/Analysis/FieldText.h"
#include "kasane/Analysis/Footprint.h"

#include <set>

namespace kasane {
namespace {

// Guards that follow from one another by a number are one guard: the strictest.
class GuardSet {
public:
  explicit GuardSet(std::vector<Guard> known) : known_(std::move(known)) {}

  void require(const Poly &value, const std::string &reason, SourceRange range) {
    if (std::optional<int64_t> constant = value.constant(); constant && *constant >= 0)
      return;
    for (const Guard &guard : known_)
      if (std::optional<int64_t> slack = (value - guard.value).constant(); slack && *slack >= 0)
        return;
    for (Guard &guard : guards)
      if (std::optional<int64_t> slack = (value - guard.value).constant()) {
        if (*slack < 0)
          guard = {value, reason, range};
        return;
      }
    guards.push_back({value, reason, range});
  }

  std::vector<Guard> guards;

private:
  std::vector<Guard> known_;
};

std::string spell(const StencilProgram &program, const Access &access) {
  const Field &field = program.fields[access.field];
  std::string out = textOf(field);
  for (int a = kMaxAxes - 1; a >= 0; --a)
    if (field.has[a]) {
      std::string distance = access.distance(a).isZero() ? "" : textOf(access.distance(a), program);
      out += "[" + program.axisNames[a] + (distance.empty() || distance[0] == '-' ? "" : "+") + distance + "]";
    }
  return out;
}

// How far the access stays inside on one side of one axis, for each bound of the cells that is known: it is inside when
// any of them is >= 0. `reached` is the subscript in question.
struct Margin {
  std::vector<Poly> inside;
  std::vector<Poly> reached;
};

Margin lowMargin(const Access &access, int axis) {
  Margin margin;
  for (const Poly &lo : access.cells[axis].lo) {
    margin.reached.push_back(lo + access.distance(axis));
    margin.inside.push_back(margin.reached.back());
  }
  return margin;
}

Margin highMargin(const Access &access, int axis, const Poly &extent) {
  Margin margin;
  for (const Poly &hi : access.cells[axis].hi) {
    margin.reached.push_back(hi - 1 + access.distance(axis));
    margin.inside.push_back(extent - 1 - margin.reached.back());
  }
  return margin;
}

// One error for each array and axis of a nest: a stencil's other subscripts are wrong in the same way. Where a nest is
// cut into parts, the one that reaches furthest counts.
struct Outside {
  DiagId id;
  SourceRange nest, access;
  FieldId field;
  int axis;
  Poly reached, beyond;
};

class AllOutside {
public:
  void note(const Outside &here) {
    const auto same = std::ranges::find_if(all_, [&](const Outside &other) {
      return other.field == here.field && other.axis == here.axis && other.nest.begin.raw == here.nest.begin.raw;
    });
    if (same == all_.end())
      all_.push_back(here);
    else if (same->access.begin.raw == here.access.begin.raw && (here.beyond - same->beyond).constant().value_or(0) > 0)
      *same = here;
  }

  void report(const StencilProgram &program, Diagnostics &diagnostics) const {
    for (const Outside &one : all_) {
      const Field &field = program.fields[one.field]; // which a clause names by its array
      const std::string name = one.id == DiagId::masked_out_of_bounds ? arrayTextOf(field) : textOf(field);
      diagnostics.add(one.id, one.access,
                      {name, program.axisNames[one.axis], textOf(one.reached, program), textOf(one.beyond, program)});
    }
  }

private:
  std::vector<Outside> all_;
};

void requireInside(const StencilProgram &program, const Access &access, int axis, const Margin &margin, bool lower,
                   const SourceRange &nest, GuardSet &guards, AllOutside &outside) {
  const std::string reason = spell(program, access) + " may lie outside of the array";
  if (const Poly *rounds = boundOfRounds(program, access, axis, lower)) {
    const std::vector<Poly> &bounds = lower ? access.cells[axis].lo : access.cells[axis].hi;
    return guards.require(margin.inside[static_cast<size_t>(rounds - bounds.data())], reason, access.range);
  }
  const Poly *open = nullptr;
  size_t nearest = 0;
  for (size_t i = 0; i < margin.inside.size(); ++i) {
    std::optional<int64_t> constant = margin.inside[i].constant();
    if (constant && *constant >= 0)
      return;
    if (!constant && open && (*open - margin.inside[i]).constant().value_or(-1) >= 0)
      continue; // it asks for more
    if (!constant)
      open = &margin.inside[i];
    else if (*constant > margin.inside[nearest].constant().value_or(INT64_MIN))
      nearest = i;
  }
  if (open)
    return guards.require(*open, reason, access.range);
  outside.note({access.isSure ? DiagId::subscript_out_of_bounds : DiagId::masked_out_of_bounds, nest, access.range,
                access.field, axis, margin.reached[nearest], Poly(0) - margin.inside[nearest]});
}

void requireLeaves(const StencilProgram &program, const Stage &stage, GuardSet &guards) {
  const AxisBounds &leaves = *stage.leaves;
  guards.require(leaves.hi - leaves.lo - 1, "a loop nest has no blocks", stage.range);
  guards.require(leaves.lo, "a block's number is below 0", stage.range);
  for (const FieldAccess &access : footprintOf(stage).fields)
    if (const std::optional<Poly> &count = program.fields[access.field].leaves)
      guards.require(*count - leaves.hi, "there are fewer blocks than the loop goes over", stage.range);
}

// The condition under which one of the values that the cells are not is the first, or the last, so that the access lies
// inside; where it asks for less than all that Bounds would choose from.
std::optional<Poly> edgeCondition(const CellBounds &cells, const Margin &margin, const Poly &distance,
                                  const std::optional<Poly> &extent, bool lower) {
  if (std::ranges::any_of(margin.inside, [&](const Poly &inside) { return isAtLeast(inside, 0); }))
    return std::nullopt;
  for (const Poly &value : cells.apart) {
    const Poly room = lower ? value + 1 + distance : *extent - value - distance;
    for (const Poly &bound : lower ? cells.lo : cells.hi) {
      const Poly condition = lower ? bound - value : value + 1 - bound;
      if (isAtLeast(room, 0) && !condition.constant() &&
          std::ranges::all_of(margin.inside, [&](const Poly &inside) { return isAtLeast(condition, inside); }))
        return condition;
    }
  }
  return std::nullopt;
}

bool neverRuns(const Stage &stage) {
  for (const AxisBounds &bounds : stage.domain)
    if (std::optional<int64_t> cells = (bounds.hi - bounds.lo).constant(); cells && *cells <= 0)
      return true;
  return false;
}

} // namespace

std::vector<Guard> edgeGuards(const StencilProgram &program) {
  GuardSet guards(program.guards);
  for (const Stage &stage : program.stages)
    for (const Access &access : accessesOf(program, stage))
      for (int a = 0; a < kMaxAxes; ++a)
        for (const bool lower : {true, false}) {
          const Field &field = program.fields[access.field];
          if (!field.has[a] || access.cells[a].apart.empty() || (!lower && !field.extent[a]))
            continue;
          const Margin margin = lower ? lowMargin(access, a) : highMargin(access, a, *field.extent[a]);
          if (const std::optional<Poly> condition =
                  edgeCondition(access.cells[a], margin, access.distance(a), field.extent[a], lower))
            guards.require(*condition, spell(program, access) + " may lie outside of the array", access.range);
        }
  return std::move(guards.guards);
}

std::vector<Guard> boundsGuards(const StencilProgram &program, Diagnostics &diagnostics) {
  GuardSet assumed({});
  for (const Guard &guard : program.guards)
    assumed.require(guard.value, guard.reason, guard.range);
  GuardSet guards(assumed.guards);
  for (const Stage &stage : program.stages)
    for (const AxisBounds &bounds : stage.domain)
      if (!holdsTime(stage.domain))
        guards.require(bounds.hi - bounds.lo - 1, "a loop nest has no cells", stage.range);
  for (const Stage &stage : program.stages)
    if (stage.leaves)
      requireLeaves(program, stage, guards);
  AllOutside outside;
  for (const Stage &stage : program.stages) {
    if (neverRuns(stage))
      continue;
    for (const Access &access : accessesOf(program, stage)) {
      const Field &field = program.fields[access.field];
      for (int a = 0; a < kMaxAxes; ++a) {
        if (!field.has[a])
          continue;
        requireInside(program, access, a, lowMargin(access, a), true, stage.range, guards, outside);
        if (field.extent[a])
          requireInside(program, access, a, highMargin(access, a, *field.extent[a]), false, stage.range, guards,
                        outside);
      }
    }
  }
  outside.report(program, diagnostics);
  guards.guards.insert(guards.guards.begin(), assumed.guards.begin(), assumed.guards.end());
  return std::move(guards.guards);
}

} // namespace kasane
