// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Skew.h"

#include "Cells/Accesses.h"

#include "kasane/Analysis/FieldText.h"
#include "kasane/Analysis/Levels.h"
#include "kasane/Analysis/Periodic.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace kasane {
namespace {

constexpr int64_t kSteepest = 64; // cells a step; what leans more gains nothing from going through several steps

// Cells of the stages `from` and, `steps` later, `to` touch one element: the least and the most of x1 - x2.
struct Meeting {
  size_t from, to;
  int64_t steps;
  int64_t least = 0, most = 0;
};

// Along the axis, do all cells of the first lie below all of the second, which are so far ahead?
bool liesBelow(const CellBounds &first, const CellBounds &second, int64_t ahead) {
  for (const Poly &end : first.hi)
    for (const Poly &start : second.lo)
      if (const std::optional<int64_t> room = (start + Poly(ahead) - end).constant(); room && *room >= 0)
        return true;
  return false;
}

class Finder {
public:
  explicit Finder(const StencilProgram &program) : program_(program), byField_(program.fields.size()) {
    for (size_t k = 0; k < program.stages.size(); ++k)
      for (const Access &access : accessesOf(program, program.stages[k])) {
        std::vector<Place> &places = byField_[static_cast<size_t>(access.field)];
        const bool isKnown = std::ranges::any_of(places, [&](const Place &p) {
          return p.stage == k && p.access.write == access.write && isLike(p.access, access);
        });
        if (!isKnown)
          places.push_back({k, access, {}});
      }
    for (std::vector<Place> &places : byField_)
      for (Place &place : places)
        for (int a = 0; a < kMaxAxes; ++a)
          place.distance[a] = place.access.distance(a).constant();
  }

  std::optional<AxisSkew> along(int axis, std::optional<Unskewed> &why) {
    const std::optional<std::vector<Meeting>> meetings = meetingsAlong(axis, why);
    if (!meetings)
      return std::nullopt;
    AxisSkew skew;
    if (lean(*meetings, 1, skew.up) && lean(*meetings, -1, skew.down))
      return skew;
    why = Unskewed{0, program_.range};
    return std::nullopt;
  }

private:
  struct Place {
    size_t stage;
    Access access;
    std::array<std::optional<int64_t>, kMaxAxes> distance; // where it is a number
  };

  // From the cell that makes the second access of an element to the one that makes the first.
  static std::optional<int64_t> cellsBetween(const Place &first, const Place &second, int axis) {
    if (first.distance[axis] && second.distance[axis])
      return *second.distance[axis] - *first.distance[axis];
    return (second.access.distance(axis) - first.access.distance(axis)).constant();
  }

  static bool isLike(const Access &a, const Access &b) {
    const auto alike = [](const CellBounds &x, const CellBounds &y) { return x.lo == y.lo && x.hi == y.hi; };
    return a.offset == b.offset && a.far == b.far && std::ranges::equal(a.cells.axes, b.cells.axes, alike);
  }

  // Do two accesses whose names mean one array touch one element? Along each axis, as far as is known.
  bool mayMeet(const Place &first, const Place &second) const {
    for (int a = 0; a < program_.rank; ++a) {
      if (!program_.fields[first.access.field].has[a])
        continue;
      const std::optional<int64_t> cells = cellsBetween(first, second, a);
      if (cells && (liesBelow(first.access.cells[a], second.access.cells[a], *cells) ||
                    liesBelow(second.access.cells[a], first.access.cells[a], -*cells)))
        return false;
    }
    return true;
  }

  // Nullopt: some are at a distance that is no number.
  std::optional<std::vector<Meeting>> meetingsAlong(int axis, std::optional<Unskewed> &why) const {
    std::map<std::tuple<size_t, size_t, int64_t>, Meeting> found;
    std::vector<FieldId> bound(program_.fields.size()); // by name, what it means so many steps later
    std::iota(bound.begin(), bound.end(), 0);
    const int64_t period = periodOf(program_);
    for (int64_t steps = 0; steps <= period; ++steps) {
      for (size_t f = 0; f < bound.size(); ++f)
        for (const Place &second : byField_[f])
          for (const Place &first : byField_[static_cast<size_t>(bound[f])]) {
            const bool inOrder = steps > 0 || first.stage < second.stage;
            if (!inOrder || !(first.access.write || second.access.write))
              continue;
            const std::optional<int64_t> cells = cellsBetween(first, second, axis);
            const auto known = found.find({first.stage, second.stage, steps});
            const bool isNew = !cells || !program_.fields[f].has[axis] || known == found.end() ||
                               *cells < known->second.least || *cells > known->second.most;
            if (!isNew || !mayMeet(first, second))
              continue;
            if (!program_.fields[f].has[axis] || !cells) { // any two cells
              const Access &read = second.access.write ? first.access : second.access;
              why = Unskewed{read.field, read.range};
              return std::nullopt;
            }
            const auto at = found
                                .try_emplace({first.stage, second.stage, steps},
                                             Meeting{first.stage, second.stage, steps, *cells, *cells})
                                .first;
            at->second.least = std::min(at->second.least, *cells);
            at->second.most = std::max(at->second.most, *cells);
          }
      std::vector<FieldId> next;
      for (const FieldId from : program_.rotation)
        next.push_back(bound[from]);
      bound = next;
    }
    std::vector<Meeting> out;
    for (const auto &[key, meeting] : found)
      out.push_back(meeting);
    return out;
  }

  // The least slope for which there are shifts, and the least of those. What a slope allows, a steeper one allows.
  bool lean(const std::vector<Meeting> &meetings, int64_t sign, Lean &out) const {
    int64_t tooFlat = -1, enough = kSteepest + 1;
    while (enough - tooFlat > 1) {
      out.slope = tooFlat + (enough - tooFlat) / 2;
      (shift(meetings, sign, out) ? enough : tooFlat) = out.slope;
    }
    out.slope = enough;
    return enough <= kSteepest && shift(meetings, sign, out);
  }

  // Meetings come in the order of their earlier stages, so that a round goes through a whole step.
  bool shift(const std::vector<Meeting> &meetings, int64_t sign, Lean &out) const {
    const auto leastBetween = [&](const Meeting &m) { return (sign > 0 ? m.most : -m.least) - out.slope * m.steps; };
    std::vector<int64_t> most(program_.stages.size(), 0); // that one meeting can ask of a stage
    for (const Meeting &m : meetings)
      most[m.to] = std::max(most[m.to], leastBetween(m));
    const int64_t highest = std::accumulate(most.begin(), most.end(), int64_t(0));
    out.shift.assign(program_.stages.size(), 0);
    for (size_t round = 0; round <= program_.stages.size(); ++round) {
      bool changed = false;
      for (const Meeting &m : meetings) {
        const int64_t least = out.shift[m.from] + leastBetween(m);
        if (least > highest) // no way through different stages asks for so much: it goes round
          return false;
        changed |= least > out.shift[m.to];
        out.shift[m.to] = std::max(out.shift[m.to], least);
      }
      if (!changed)
        return true;
    }
    return false;
  }

  const StencilProgram &program_;
  std::vector<std::vector<Place>> byField_; // different ones
};

} // namespace

int64_t periodOf(const StencilProgram &program) {
  int64_t period = 1;
  for (size_t f = 0; f < program.fields.size(); ++f)
    period = std::lcm(period, static_cast<int64_t>(cycleOf(program, static_cast<FieldId>(f)).size()));
  return period;
}

int diamondAxisOf(const StencilProgram &program) { return std::min(1, program.rank - 1); }

int64_t blockSlopeOf(int axis, int64_t slope) {
  constexpr int64_t kLine = 16; // cells
  return axis == 0 ? (slope + kLine - 1) / kLine * kLine : slope;
}

std::optional<NotDiamond> notDiamond(const StencilProgram &program) {
  if (!program.time)
    return NotDiamond{"there is no time loop", program.directive};
  if (hasLeaves(program))
    return NotDiamond{"blocks are made each by itself", program.directive};
  if (followsTime(program))
    return NotDiamond{"cells look at the row or the column of the step, or its bounds follow it", program.range};
  if (const Stage *stage = stageInOrder(program))
    return NotDiamond{"cells of this nest come in the order of the loops", stage->range};
  const StencilProgram stopping = stoppingForAll(program);
  if (hasHostPoints(stopping) && !hostPointsAreKnown(stopping))
    for (const HostAction &action : program.actions)
      if (std::holds_alternative<HostPoint>(action.node))
        return NotDiamond{"this runs in every step, or on a condition that the step computes", action.range};
  const StencilProgram cells = withoutHostPoints(program);
  if (!cells.actions.empty() && (actsInEveryStep(cells) || stops(cells)))
    return NotDiamond{"every step leaves something for the host", cells.actions.front().range};
  const int axis = diamondAxisOf(program);
  std::optional<Unskewed> why;
  if (Finder(program).along(axis, why))
    return std::nullopt;
  if (ringsOf(cells).rings.axis[axis])
    return NotDiamond{"'" + program.axisNames[axis] + "' is a ring, along which diamonds have no end to begin at",
                      why->range};
  return NotDiamond{"this element of '" + textOf(program.fields[why->field]) + "' lies too far along '" +
                        program.axisNames[axis] + "'",
                    why->range};
}

Skew skewOf(const StencilProgram &program) {
  Finder finder(program);
  Skew skew;
  for (int a = 0; a < program.rank; ++a)
    skew.axis[a] = finder.along(a, skew.why[a]);
  return skew;
}

} // namespace kasane
