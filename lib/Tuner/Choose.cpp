// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: the search is one class, and asks each family what it looks at.
#include "kasane/Tuner/Choose.h"

#include "Against.h"
#include "BlockShapes.h"
#include "DiamondWork.h"
#include "Families.h"
#include "GroupShapes.h"
#include "Kept.h"
#include "Lattice.h"
#include "Limits.h"
#include "Margins.h"
#include "PivotWork.h"
#include "StreamShapes.h"
#include "SweepShapes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace kasane {
namespace {

using Extents = std::array<int64_t, 3>;

// A sweep whose work-items need more registers than this, or march, tells its compiler how many groups a unit is to
// hold.
constexpr double kManyRegisters = 80;
constexpr int kStepsOfDiamonds = 1024; // of a pass, whose first and last fronts are short
// Cells of a tile along x: the shortest tiles of a lattice, and the tiles of sweeps whose work-groups a processor runs.
constexpr int64_t kShortestRow = 16, kLongRow = 4096;
// A lattice (--tune=exhaustive) has extents that double; with more schedules than this times 4, 8, .. up to the last.
constexpr size_t kMostOfLattice = 200;
constexpr int64_t kCoarsest = 64;

class Search {
public:
  Search(const StencilProgram &program, const Pins &pins, const TargetInfo &target, const Machine &machine,
         const Problem &problem)
      : program_(program), pins_(pins), target_(target), machine_(machine), problem_(problem),
        model_(program, machine, problem), limits_(model_, program, pins, target, machine, problem),
        margins_(model_, program, pins, target, machine), families_(program, target, machine, !pins.distribute),
        diamondTiles_(isFamily(Family::Diamond) ? tuning::diamondTiles(program) : std::vector<Extents>()) {}

  Decision run() {
    const Candidate best = climbAll();
    Decision decision{best.schedule, best.predicted, problem_, {}, reasons(best.schedule), {}, {}, {}};
    decision.margins = {margins_.ofFamily(best.schedule), margins_.ofStep(best.schedule)};
    const tuning::Limits free(model_, program_, Pins(), target_, machine_, problem_);
    decision.refused = free.refusal(best.schedule, /*asPinned=*/false);
    if (decision.refused.empty())
      decision.refused = notLookedAt(best.schedule);
    if (!look(best.schedule))
      decision.candidates.push_back(best); // pinned
    std::ranges::copy(looked(), std::back_inserter(decision.candidates));
    std::ranges::stable_sort(decision.candidates, {}, &secondsOf);
    decision.candidates = tuning::kept(std::move(decision.candidates), decision.schedule);
    return decision;
  }

  // The fastest of each family that steps from the seeds come to.
  std::vector<Candidate> bestOfEach(size_t most) {
    climbAll();
    std::map<Family, size_t> taken;
    std::vector<Candidate> out;
    for (const Candidate &candidate : looked())
      if (taken[candidate.schedule.family]++ < most)
        out.push_back(candidate);
    return out;
  }

  // Every `factor`-th extent.
  std::vector<Candidate> lattice(int64_t factor) {
    seen_.clear();
    for (const Schedule &stream : streams())
      if (tuning::isEvery(factor, stream, program_.rank))
        look(stream);
    for (const Family family : {Family::Sweep, Family::Overlap})
      for (const int depth : isFamily(family) ? depthsOf(family) : std::vector<int>())
        for (const int64_t x : extents(0, family, factor))
          for (const int64_t y : extents(1, family, factor))
            for (const int64_t z : extents(2, family, factor))
              look(make(family, depth, {x, y, z}));
    for (const Schedule &diamond : diamonds())
      look(diamond);
    return looked();
  }

  std::string refusal(const Schedule &s) const { return limits_.refusal(s, pins_.depth.has_value()); }

private:
  // Of blocks.
  static bool isInGroups(Family family) { return isOnBlocks(family) && family != Family::Rows; }
  static double secondsOf(const Candidate &candidate) { return candidate.predicted.total; }
  // All that were looked at and can be, fastest first.
  std::vector<Candidate> looked() const {
    std::vector<Candidate> out;
    size_t alike = 0; // from there on all are of one tile: two ways to ask may have come to the same group
    for (const auto &[key, candidate] : seen_) {
      if (!candidate)
        continue;
      const auto tileOf = [](const Schedule &s) { return std::tie(s.family, s.depth, s.tile); };
      if (!out.empty() && tileOf(out.back().schedule) != tileOf(candidate->schedule))
        alike = out.size();
      if (std::ranges::find(out.begin() + static_cast<ptrdiff_t>(alike), out.end(), candidate->schedule,
                            &Candidate::schedule) == out.end())
        out.push_back(*candidate);
    }
    std::ranges::stable_sort(out, {}, &secondsOf);
    return out;
  }

  // What the user pinned and doesn't fit, with no smaller tile either, is taken as it is; first, with the tile of which
  // it is predicted best.
  Candidate climbAll() {
    std::optional<Candidate> best;
    auto take = [&](const std::optional<Candidate> &found) {
      if (found && (!best || margins_.isBetter(*found, *best)))
        best = found;
      return found;
    };
    for (const Schedule &seed : seeds())
      take(areListed(seed.family) ? look(seed) : climb(seed));
    for (Schedule stream : streams())
      if (const std::optional<Candidate> found = take(look(stream)); found && model_.holdsArrays(found->schedule)) {
        stream.group = crowdFor(stream); // more work-items, each with fewer cells: what they hold is no reason for few
        take(look(stream));
      }
    if (!best && !isOpen_) {
      isOpen_ = true;
      seen_.clear();
      return climbAll();
    }
    for (const Schedule &seed : best ? std::vector<Schedule>() : seeds())
      if (const std::optional<Schedule> smaller = shrunk(seed))
        take(climb(*smaller));
    return best ? *best : taken(seeds().front());
  }

  // With a tile that fits; nullopt: none does.
  std::optional<Schedule> shrunk(Schedule s) const {
    while (!refusal(s).empty()) {
      Extents tile = s.tile;
      int64_t &widest = *std::max_element(tile.begin(), tile.end());
      if (widest <= 1 || pins_.tile || areListed(s.family))
        return std::nullopt;
      widest /= 2;
      s = make(s.family, s.depth, tile);
    }
    return s;
  }

  std::vector<Schedule> streams() const {
    std::vector<Schedule> out;
    if (isFamily(Family::Pipeline))
      for (const int depth : pins_.depth ? std::vector<int>{*pins_.depth} : depthsOf(Family::Pipeline)) {
        Schedule open = make(Family::Pipeline, depth, {1, 1, 1});
        if (!pins_.depth && !limits_.tooMuchCode(open).empty())
          continue;
        open.group = pins_.tile ? groupFor(open) : open.group;
        std::ranges::copy(pins_.tile ? std::vector{open}
                                     : tuning::streamShapes(open, program_.rank, model_.haloOf(open), machine_),
                          std::back_inserter(out));
      }
    return out;
  }

  std::vector<Schedule> diamonds() const {
    std::vector<Schedule> out;
    if (isFamily(Family::Diamond))
      for (const Extents &tile : diamondTiles_)
        out.push_back(make(Family::Diamond, kStepsOfDiamonds, tile));
    return out;
  }

  std::vector<int> depthsOf(Family family) const {
    return tuning::latticeDepths(family != Family::Sweep && program_.time);
  }

  std::vector<int64_t> extents(int axis, Family family, int64_t factor) const {
    if (axis >= program_.rank)
      return {1};
    const bool isRow = axis == 0 && program_.rank > 1 && family == Family::Sweep && !target_.workGroups;
    return tuning::latticeExtents(axis == 0 ? kShortestRow : 1, problem_.grid[axis], factor, isRow);
  }

  using Key = std::tuple<Family, int, Extents, Extents>;

  bool isFamily(Family family) const {
    const bool hasNoDepth =
        family == Family::Sweep || isOnBlocks(family) || family == Family::Diamond; // which is pinned for tiles
    return pins_.family ? *pins_.family == family : families_.mayBe(family) && !(pins_.depth && hasNoDepth);
  }

  Schedule make(Family family, int depth, const Extents &tile) const {
    Schedule s = undecided(pins_, target_);
    s.family = family;
    s.depth = pins_.depth.value_or(depth);
    s.tile = pins_.tile.value_or(tile);
    s.abreast = family == Family::Sweep && target_.workGroups && !target_.onlySweeps &&
                machine_.kind == MachineClass::Gpu && program_.rank > 1;
    if (family == Family::Diamond && !pins_.family)
      tuning::leaveSmallToSweeps(s, program_.rank, machine_);
    for (int a = program_.rank; a < 3; ++a)
      s.tile[a] = 1;
    return s;
  }

  // Sweeps of a GPU aren't climbed to.
  bool areListed(Family family) const {
    return family == Family::Diamond || isOnBlocks(family) || (haveShapes(family) && !pins_.tile);
  }
  bool haveShapes(Family family) const { return tuning::haveShapes(family, target_, machine_); }

  // Of what only a pin brings.
  std::string notLookedAt(const Schedule &s) const {
    if (!families_.mayBe(s.family))
      return "this family is taken only where it is asked for";
    const std::vector<Schedule> all = haveShapes(s.family) ? shapes(s) : std::vector{s};
    return std::ranges::find(all, s.tile, &Schedule::tile) == all.end() ? "of sweeps a few shapes are looked at" : "";
  }

  std::vector<Schedule> seeds() const {
    std::vector<Schedule> out;
    const int64_t width = target_.workGroups ? 32 : 256;
    if (isFamily(Family::Sweep) && areListed(Family::Sweep)) {
      out = shapes(make(Family::Sweep, 1, {1, 1, 1}));
    } else if (isFamily(Family::Sweep)) {
      if (!target_.workGroups)
        out.push_back(make(Family::Sweep, 1, {program_.rank > 1 ? 0 : 4096, 1, 1}));
      out.push_back(
          make(Family::Sweep, 1, {target_.workGroups && machine_.kind == MachineClass::Cpu ? kLongRow : width, 1, 1}));
      out.push_back(make(Family::Sweep, 1, {width, 8, 4}));
    }
    if (isFamily(Family::Pipeline) && (pins_.tile || pins_.family))
      out.push_back(make(Family::Pipeline, program_.time ? 2 : 1, {32, 8, 32}));
    std::ranges::copy(diamonds(), std::back_inserter(out));
    for (const auto &[depth, tile] :
         isFamily(Family::Pivot) ? tuning::pivotShapes(program_, target_) : tuning::PivotShapes())
      out.push_back(make(Family::Pivot, depth, tile));
    for (const Family family : {Family::Mapped, Family::Rows, Family::Families, Family::Classes})
      if (isFamily(family))
        for (const Extents &tile : tuning::blockTiles(family, program_, target_, machine_))
          out.push_back(make(family, 1, tile));
    if (isFamily(Family::Overlap) && target_.workGroups)
      for (const Extents &tile : {Extents{8 * width, 1, 1}, Extents{4 * width, 4, 1}})
        if (const Schedule joined = make(Family::Overlap, 1, tile); model_.movesLess(joined))
          out.push_back(joined);
    if (isFamily(Family::Overlap))
      for (int depth : {2, 4})
        for (const Extents &tile : {Extents{2 * width, 8, 4}, Extents{2 * width, 2, 2}, Extents{2 * width, 16, 1}})
          out.push_back(make(Family::Overlap, program_.time ? depth : 1, tile));
    return out;
  }

  // The fastest that steps to neighbours lead to.
  std::optional<Candidate> climb(const Schedule &seed) {
    std::optional<Candidate> at = look(seed);
    for (bool moved = true; moved;) {
      moved = false;
      for (const Schedule &next : neighbours(at ? at->schedule : seed)) {
        const std::optional<Candidate> candidate = look(next);
        if (!candidate || (at && !margins_.isBetter(*candidate, *at)))
          continue;
        at = candidate;
        moved = true;
      }
    }
    return at;
  }

  Candidate taken(Schedule s) const {
    if (s.group == Extents{1, 1, 1})
      s.group = groupFor(s);
    if (s.family == Family::Sweep && (model_.registersOf(s) > kManyRegisters || model_.marches(s)))
      s.resident = static_cast<int>(model_.groupsAtOnce(s));
    if (isInGroups(s.family))
      s.resident = tuning::kBlockGroups;
    if (s.family != Family::Pipeline)
      return {s, model_.predict(s)};
    auto counted = [&](Schedule made) -> Candidate {
      made.resident = static_cast<int>(model_.groupsAtOnce(made));
      made.crowded = tuning::isCrowded(made, machine_);
      made.wideEnds = model_.wideEndsOf(made);
      made.rimParts = model_.rimPartsOf(made);
      return {made, model_.predict(made)};
    };
    const Candidate usual = counted(s);
    s.heldOnChip = true;
    if (!model_.holdsArrays(s) || !refusal(s).empty())
      return usual;
    const Candidate held = counted(s);
    return held.predicted.total < usual.predicted.total ? held : usual;
  }

  std::vector<Schedule> neighbours(const Schedule &s) const {
    std::vector<Schedule> out;
    auto with = [&](int depth, const Extents &tile) {
      if (depth >= 1 && *std::min_element(tile.begin(), tile.end()) >= 0)
        out.push_back(make(s.family, depth, tile));
    };
    if (s.family == Family::Diamond)
      return diamonds();
    if (isOnBlocks(s.family))
      return {};
    const Extents halo = model_.haloOf(s);
    for (int a = 0; a < program_.rank && !pins_.tile && s.family != Family::Pivot; ++a) { // of pivots a few are listed
      const auto [least, most] = tuning::rowsOf(s.family, program_.rank, machine_);
      Extents tile = s.tile;
      if (tile[a] == 0)
        continue;
      std::vector<int64_t> extents;
      if (a > 0 || tile[a] * 2 <= most)
        extents.push_back(tile[a] * 2);
      if (a > 0 || tile[a] / 2 >= least)
        extents.push_back(tile[a] / 2);
      if (a > 0) // whole groups with the halo; along x rows of tiles are whole lines of memory
        extents.insert(extents.end(),
                       {(tile[a] + halo[a]) / 4 * 4 + 4 - halo[a], (tile[a] + halo[a] - 1) / 4 * 4 - halo[a]});
      for (int64_t extent : extents)
        if (extent >= 1) {
          tile[a] = extent;
          with(s.depth, tile);
        }
    }
    if (s.family == Family::Overlap && program_.time && !pins_.depth)
      for (int depth : {s.depth + 1, s.depth - 1})
        with(depth, s.tile);
    return out;
  }

  std::optional<Candidate> look(const Schedule &schedule) {
    auto [it, isNew] = seen_.try_emplace({schedule.family, schedule.depth, schedule.tile, schedule.group});
    if (!isNew)
      return it->second;
    Schedule asked = schedule;
    if (asked.family == Family::Pipeline && asked.group == Extents{1, 1, 1} && !pins_.tile && !isOpen_)
      asked.group = groupFor(asked); // on which it depends what a work-item holds
    if (!refusal(asked).empty())
      return std::nullopt;
    return it->second = taken(asked);
  }

  Extents groupFor(const Schedule &s) const {
    if (!target_.workGroups)
      return {1, 1, 1};
    if (isInGroups(s.family))
      return tuning::blockGroup(s.tile, machine_);
    std::optional<Candidate> listed; // a tile that is looked at has the group with which it is
    for (const Schedule &shape : shapes(s))
      if (shape.tile == s.tile && refusal(shape).empty())
        if (const Candidate made = taken(shape); !listed || made.predicted.total < listed->predicted.total)
          listed = made;
    if (listed)
      return listed->schedule.group;
    return s.family == Family::Pipeline ? crowdFor(s) : tuning::groupOf(s, model_, machine_);
  }

  Extents crowdFor(const Schedule &s) const {
    return tuning::streamGroup(s, program_.rank, model_.haloOf(s), machine_,
                               [&](const Schedule &g) { return model_.holdsArrays(g); });
  }

  // Of sweeps twice as many rows only where items make two at once; of a pipeline those of its tile.
  std::vector<Schedule> shapes(const Schedule &sweep) const {
    if (!haveShapes(sweep.family))
      return sweep.family == Family::Pipeline
                 ? tuning::streamShapesOf(sweep, program_.rank, model_.haloOf(sweep), machine_)
                 : std::vector<Schedule>();
    std::vector<Schedule> out = tuning::sweepShapes(sweep, program_.rank, machine_, problem_.grid[0]);
    std::erase_if(out, [&, last = program_.rank - 1](const Schedule &s) {
      return last > 0 && s.tile[last] > s.group[last] && model_.registersOf(s) == 0;
    });
    return out;
  }

  // What became of each way on from the choice.
  std::vector<Stopped> reasons(const Schedule &choice) {
    std::vector<Stopped> out;
    const double seconds = model_.predict(choice).total;
    for (const Schedule &next : neighbours(choice)) {
      const std::string direction =
          next.depth != choice.depth ? "depth " + std::to_string(next.depth) : "tile " + spellTile(next.tile);
      if ((next.depth == choice.depth && next.tile == choice.tile) || // of diamonds all are listed
          std::ranges::find(out, direction, &Stopped::direction) != out.end())
        continue; // two ways to the same tile
      out.push_back({direction, refusal(next)});
      if (const std::optional<Candidate> c = look(next); out.back().reason.empty() && c)
        out.back().reason = tuning::against(c->predicted.total / seconds, margins_.between(choice, c->schedule)) +
                            ", bound by " + nameOf(c->predicted.bound);
    }
    return out;
  }

  const StencilProgram &program_;
  const Pins &pins_;
  const TargetInfo &target_;
  const Machine &machine_;
  const Problem &problem_;
  CostModel model_;
  tuning::Limits limits_;
  tuning::Margins margins_;
  tuning::Families families_;
  std::vector<Extents> diamondTiles_;
  std::map<Key, std::optional<Candidate>> seen_;
  bool isOpen_ = false; // tiles are looked at whatever their work-items hold: none was found that fits
};

} // namespace

std::vector<Candidate> bestCandidates(const StencilProgram &program, const Pins &pins, const TargetInfo &target,
                                      const Machine &machine, const Sizes &sizes, size_t most) {
  return Search(program, pins, target, machine, problemOf(program, sizes, machine.kind)).bestOfEach(most);
}

std::vector<Candidate> allCandidates(const StencilProgram &program, const Pins &pins, const TargetInfo &target,
                                     const Machine &machine, const Sizes &sizes) {
  const Problem problem = problemOf(program, sizes, machine.kind);
  Search search(program, pins, target, machine, problem);
  std::vector<Candidate> out;
  for (int64_t factor = 2; factor <= kCoarsest && (factor == 2 || out.size() > kMostOfLattice); factor *= 2)
    out = search.lattice(factor);
  out.erase(out.begin() + std::min(out.size(), kMostOfLattice), out.end()); // but the model's best
  return out;
}

Decision choose(const StencilProgram &program, const Pins &pins, const TargetInfo &target, const Machine &machine,
                const Sizes &sizes, Policy policy) {
  const Problem problem = problemOf(program, sizes, machine.kind);
  if (policy == Policy::Model)
    return Search(program, pins, target, machine, problem).run();
  Decision decision;
  decision.problem = problem;
  decision.paper = choosePaper(paperProgramOf(program, problem), machine);
  decision.schedule = paperSchedule(program, pins, target, decision.paper.shape);
  if (decision.schedule.family == Family::Pipeline)
    decision.schedule.crowded = tuning::isCrowded(decision.schedule, machine);
  decision.predicted = CostModel(program, machine, problem).predict(decision.schedule);
  decision.candidates = {{decision.schedule, decision.predicted}};
  return decision;
}

} // namespace kasane
