// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Tuner/Paper.h"

#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/OpCount.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace kasane {
namespace {

constexpr int kTime = 3;
constexpr int64_t kFirstWidth = 32;
constexpr double kCacheShare = 7.0 / 8; // of the cache that a tile may fill; inferred from the published results

std::set<Offset> dilated(const std::set<Offset> &cells, const std::set<Offset> &reads) {
  std::set<Offset> out;
  for (const Offset &cell : cells)
    for (const Offset &read : reads)
      out.insert({cell[0] + read[0], cell[1] + read[1], cell[2] + read[2]});
  return out;
}

// Updates that one result of `depth` steps needs when nothing is shared.
double updatesFor(const std::set<Offset> &reads, int depth) {
  std::set<Offset> cells = {Offset{}};
  double updates = 0;
  for (int k = 0; k < depth; ++k) {
    updates += static_cast<double>(cells.size());
    if (k + 1 < depth)
      cells = dilated(cells, reads);
  }
  return updates;
}

class Evolution {
public:
  Evolution(const PaperProgram &program, const Machine &machine) : program_(program), machine_(machine) {
    for (int a = 0; a < program.rank; ++a)
      grows_[a] = true;
  }

  PaperChoice run() {
    while (std::optional<std::pair<PaperShape, int>> next = candidate())
      tryStep(next->first, next->second);
    return {shape_, std::move(steps_)};
  }

private:
  // The growth that has priority now.
  std::optional<std::pair<PaperShape, int>> candidate() const {
    PaperShape next = shape_;
    auto [w, h, d] = shape_.group;
    auto doubled = [&](int axis) {
      next.group[axis] *= 2;
      return std::pair(next, axis);
    };
    if (grows_[0] && w < kFirstWidth)
      return next.group[0] = kFirstWidth, std::pair(next, 0);
    if (grows_[kTime] && bytesPerFlop(program_, shape_.depth) > machine_.paper.bytesPerFlop)
      return ++next.depth, std::pair(next, kTime);
    bool rowsFirst = machine_.kind == MachineClass::Gpu ? w == d : true;
    if (grows_[0] && rowsFirst)
      return doubled(0);
    if (grows_[1] && (h == d || !grows_[2]))
      return doubled(1);
    if (grows_[2])
      return doubled(2);
    if (grows_[0])
      return doubled(0);
    return std::nullopt;
  }

  PaperVerdict judge(const PaperStep &step) const {
    const auto &[w, h, d] = step.candidate.group;
    if (w * h * d > machine_.groups.items)
      return PaperVerdict::GroupTooLarge;
    if (step.groups < static_cast<double>(machine_.paper.groups))
      return PaperVerdict::TooFewGroups;
    if (step.direction == kTime && step.bytesPerFlop <= machine_.paper.bytesPerFlop)
      return PaperVerdict::ComputeBound;
    if (!steps_.empty() && step.tile > kCacheShare * static_cast<double>(machine_.paper.cache))
      return PaperVerdict::TileTooLarge;
    return PaperVerdict::Accepted;
  }

  void tryStep(const PaperShape &next, int direction) {
    PaperStep step{next,         direction,     PaperVerdict::Accepted, bytesPerFlop(program_, next.depth),
                   tileOf(next), groupsOf(next)};
    step.verdict = judge(step);
    steps_.push_back(step);
    if (step.verdict == PaperVerdict::Accepted)
      shape_ = next;
    else if (step.verdict == PaperVerdict::TooFewGroups)
      grows_[0] = grows_[1] = grows_[2] = grows_[direction] = false;
    else
      grows_[direction] = false;
  }

  double tileOf(const PaperShape &shape) const {
    double bytes = 0;
    for (int k = 1; k <= shape.depth; ++k) {
      double cells = 1;
      for (int a = 0; a < program_.rank; ++a)
        cells *= static_cast<double>(shape.group[a] + 2 * program_.radius * k);
      bytes += program_.arrays * program_.bytes * cells;
    }
    return bytes;
  }

  double groupsOf(const PaperShape &shape) const {
    double groups = 1;
    for (int a = 0; a < program_.rank; ++a) {
      if (shape.group[a] > program_.grid[a])
        return 0;
      groups *= static_cast<double>(program_.grid[a] - 2 * program_.radius) / static_cast<double>(shape.group[a]);
    }
    return groups;
  }

  const PaperProgram &program_;
  const Machine &machine_;
  PaperShape shape_;
  std::array<bool, 4> grows_{false, false, false, true};
  std::vector<PaperStep> steps_;
};

const char *nameOf(PaperVerdict verdict) {
  switch (verdict) {
  case PaperVerdict::Accepted:
    return "accepted";
  case PaperVerdict::GroupTooLarge:
    return "refused, the work-group is too large";
  case PaperVerdict::TooFewGroups:
    return "refused, too few work-groups";
  case PaperVerdict::ComputeBound:
    return "refused, it would be bound by arithmetic";
  case PaperVerdict::TileTooLarge:
    return "refused, the tile is too large";
  }
  return "";
}

std::string spell(const PaperShape &shape) {
  return "(" + std::to_string(shape.group[0]) + ", " + std::to_string(shape.group[1]) + ", " +
         std::to_string(shape.group[2]) + ", " + std::to_string(shape.depth) + ")";
}

} // namespace

PaperProgram paperProgramOf(const StencilProgram &program, const Problem &problem) {
  PaperProgram out;
  out.rank = program.rank;
  out.grid = problem.grid;
  out.operations = countOps(program).operations;
  std::set<FieldId> arrays;
  for (const Stage &stage : program.stages) {
    if (countOps(program, stage).operations == 0) // it copies
      continue;
    for (const FieldAccess &access : footprintOf(stage).fields) {
      if (program.fields[access.field].hidden)
        continue;
      arrays.insert(access.field);
      out.reads.insert(access.reads.begin(), access.reads.end());
      out.bytes = std::max(out.bytes, sizeOf(program.fields[access.field].elem));
    }
  }
  out.arrays = static_cast<int>(arrays.size());
  for (const Offset &offset : out.reads)
    for (int64_t distance : offset)
      out.radius = std::max(out.radius, static_cast<int>(std::abs(distance)));
  return out;
}

double bytesPerFlop(const PaperProgram &program, int depth) {
  return program.arrays * program.bytes / static_cast<double>(program.operations) / updatesFor(program.reads, depth);
}

PaperChoice choosePaper(const PaperProgram &program, const Machine &machine) {
  return Evolution(program, machine).run();
}

Schedule paperSchedule(const StencilProgram &program, const Pins &pins, const TargetInfo &target,
                       const PaperShape &shape) {
  Schedule s = undecided(pins, target);
  s.depth = pins.depth.value_or(program.time && allows(Family::Overlap, program, target) ? shape.depth : 1);
  s.family = pins.family.value_or(s.depth > 1 ? Family::Overlap : Family::Sweep);
  s.tile = pins.tile.value_or(shape.group);
  if (s.family == Family::Sweep)
    s.depth = 1;
  if (target.workGroups)
    s.group = pins.tile ? std::array<int64_t, 3>{std::min<int64_t>(s.tile[0], 256), 1, 1} : shape.group;
  return s;
}

std::string print(const PaperStep &step) {
  char line[160];
  std::snprintf(line, sizeof line, "%s %c: %s (%.3f bytes/flop, tile of %.0f bytes, %.1f work-groups)",
                spell(step.candidate).c_str(), "xyzt"[step.direction], nameOf(step.verdict), step.bytesPerFlop,
                step.tile, step.groups);
  return line;
}

std::string print(const PaperChoice &choice) {
  std::string out;
  for (const PaperStep &step : choice.steps)
    out += print(step) + "\n";
  return out + "chosen: " + spell(choice.shape) + "\n";
}

} // namespace kasane
