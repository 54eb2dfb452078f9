// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Skew.h"

#include "Cells/Accesses.h"

#include "kasane/Analysis/FieldText.h"
#include "kasane/Analysis/Levels.h"

#include <algorithm>
#include <numeric>

namespace kasane {
namespace {

constexpr int64_t kSteepest = 64; // cells a step; what leans more gains nothing from going through several steps

// x1 - x2 of cells of the stages `from` and, `steps` later, `to`.
struct Meeting {
  size_t from, to;
  int64_t steps, cells;
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
  explicit Finder(const StencilProgram &program) : program_(program) {
    for (const Stage &stage : program.stages)
      accesses_.push_back(accessesOf(program, stage));
  }

  Skew run() {
    Skew skew;
    for (int a = 0; a < program_.rank; ++a)
      skew.axis[a] = alongAxis(a, skew.why[a]);
    return skew;
  }

private:
  const Field &fieldOf(const Access &access) const { return program_.fields[access.field]; }

  // Whether two accesses whose names mean one array can touch one element, along the axes but for `axis`.
  bool mayMeetBeside(const Access &first, const Access &second, int axis) const {
    for (int a = 0; a < program_.rank; ++a) {
      if (a == axis || !fieldOf(first).has[a])
        continue;
      const std::optional<int64_t> cells = (second.distance(a) - first.distance(a)).constant();
      if (cells &&
          (liesBelow(first.cells[a], second.cells[a], *cells) || liesBelow(second.cells[a], first.cells[a], -*cells)))
        return false;
    }
    return true;
  }

  // The distance of a pair, where its cells can meet; false: there is one, and it is no number.
  bool addPair(const Access &first, const Access &second, int axis, Meeting pair, std::vector<Meeting> &out) const {
    if (!mayMeetBeside(first, second, axis))
      return true;
    const std::optional<int64_t> cells = (second.distance(axis) - first.distance(axis)).constant();
    if (!fieldOf(first).has[axis] || !cells) // any two cells, but for those of an axis that has one
      return false;
    if (liesBelow(first.cells[axis], second.cells[axis], *cells) ||
        liesBelow(second.cells[axis], first.cells[axis], -*cells))
      return true;
    pair.cells = *cells;
    out.push_back(pair);
    return true;
  }

  std::optional<AxisSkew> alongAxis(int axis, std::optional<Unskewed> &why) const {
    std::vector<Meeting> distances;
    std::vector<FieldId> bound(program_.fields.size()); // by name, what it means so many steps later
    std::iota(bound.begin(), bound.end(), 0);
    const int64_t period = periodOf(program_);
    for (int64_t steps = 0; steps <= period; ++steps) {
      for (size_t from = 0; from < accesses_.size(); ++from)
        for (size_t to = steps == 0 ? from + 1 : 0; to < accesses_.size(); ++to)
          for (const Access &first : accesses_[from])
            for (const Access &second : accesses_[to]) {
              if (!(first.write || second.write) || bound[second.field] != first.field)
                continue;
              if (!addPair(first, second, axis, {from, to, steps, 0}, distances)) {
                const Access &read = second.write ? first : second;
                why = Unskewed{read.field, read.range};
                return std::nullopt;
              }
            }
      std::vector<FieldId> next;
      for (const FieldId from : program_.rotation)
        next.push_back(bound[from]);
      bound = next;
    }
    AxisSkew skew;
    const bool found = lean(distances, 1, skew.up) && lean(distances, -1, skew.down);
    if (!found && !distances.empty())
      why = Unskewed{accesses_.front().front().field, program_.range};
    return found ? std::optional(skew) : std::nullopt;
  }

  // The least slope for which there are shifts, and the least of those.
  bool lean(const std::vector<Meeting> &distances, int64_t sign, Lean &out) const {
    for (out.slope = 0; out.slope <= kSteepest; ++out.slope)
      if (shift(distances, sign, out))
        return true;
    return false;
  }

  bool shift(const std::vector<Meeting> &distances, int64_t sign, Lean &out) const {
    out.shift.assign(program_.stages.size(), 0);
    for (size_t round = 0; round <= program_.stages.size(); ++round) {
      bool changed = false;
      for (const Meeting &d : distances) {
        const int64_t least = out.shift[d.from] + sign * d.cells - out.slope * d.steps;
        changed |= least > out.shift[d.to];
        out.shift[d.to] = std::max(out.shift[d.to], least);
      }
      if (!changed)
        return true;
    }
    return false;
  }

  const StencilProgram &program_;
  std::vector<std::vector<Access>> accesses_; // by stage
};

} // namespace

int64_t periodOf(const StencilProgram &program) {
  int64_t period = 1;
  for (size_t f = 0; f < program.fields.size(); ++f)
    period = std::lcm(period, static_cast<int64_t>(cycleOf(program, static_cast<FieldId>(f)).size()));
  return period;
}

int diamondAxisOf(const StencilProgram &program) { return std::min(1, program.rank - 1); }

std::optional<NotDiamond> notDiamond(const StencilProgram &program) {
  if (!program.time)
    return NotDiamond{"there is no time loop", program.range};
  const StencilProgram stopping = stoppingForAll(program);
  if (hasHostPoints(stopping) && !hostPointsAreKnown(stopping))
    for (const HostAction &action : program.actions)
      if (std::holds_alternative<HostPoint>(action.node))
        return NotDiamond{"this runs in every step, or on a condition that the step computes", action.range};
  const StencilProgram cells = withoutHostPoints(program);
  if (!cells.actions.empty() && (actsInEveryStep(cells) || stops(cells)))
    return NotDiamond{"every step leaves something for the host", cells.actions.front().range};
  const Skew skew = skewOf(program);
  const int axis = diamondAxisOf(program);
  if (skew.axis[axis])
    return std::nullopt;
  const Unskewed &why = *skew.why[axis];
  return NotDiamond{"this element of '" + textOf(program.fields[why.field]) + "' lies too far along '" +
                        program.axisNames[axis] + "'",
                    why.range};
}

Skew skewOf(const StencilProgram &program) { return Finder(program).run(); }

} // namespace kasane
