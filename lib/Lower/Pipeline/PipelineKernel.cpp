// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells outside of what somebody wants are computed along, from whatever is there, and nobody uses them. Cells that a
// stage doesn't update hold what an earlier level of the pass left, or else what the buffer's memory holds. Planes that
// all levels update have a loop of their own, in which the compiler finds work for every wait, for groups whose every
// cell of a plane is updated. In others cells take their old value by a bit that is the same in every plane:
//
//   planes up to the first that is calm; calm planes, or those at the rim; calm ones that fill no body; the rest
//
// Where a stream begins and ends among calm planes, its first and last iterations have a loop each instead, which is
// written out, each iteration with what is wanted of it. (Conditions in a loop's body would keep a compiler from moving
// one level's instructions among another's. Those on the turn of a loop that is written out are gone by then.)
#include "Pipeline/PipelineKernel.h"

#include "Base/RolledUp.h"
#include "Pipeline/InteriorPlanes.h"
#include "Pipeline/LevelBody.h"
#include "Pipeline/MergedTurns.h"

#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/StreamEnds.h"
#include "kasane/Analysis/StreamHeld.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

class PipelineBody {
public:
  // `isBrief`: for windows that are shorter than the tile.
  PipelineBody(const Tiles &tiles, bool isBrief)
      : t_(tiles),
        stream_(streamsOf(tiles.context.program, tiles.cone)
                    .of(tiles.context.schedule.tile, tiles.context.schedule.group, tiles.context.schedule.heldOnChip)),
        rimParts_(tiles, stream_.startsWithRim()), values_(tiles, stream_), ends_(stream_, tiles.cone, values_.block()),
        plane_(tiles.context.names.fresh("at_" + tiles.context.cell[stream_.axis])), addresses_(tiles, values_, plane_),
        checks_(addresses_), rows_(addresses_), memory_(values_, addresses_, checks_, rows_, &ends_),
        level_(values_, addresses_, checks_, memory_), s_(stream_.axis), grid_(gridOf(tiles)) {
    Names &names = t_.context.names;
    start_ = names.fresh(t_.context.cell[s_] + "_start");
    quiet_ = names.fresh("quiet");
    calm_ = names.fresh("calm");
    calmEnd_ = names.fresh("calm_end");
    straight_ = names.fresh("straight");
    begins_ = names.fresh("begins");
    finishes_ = names.fresh("finishes");
    rest_ = names.fresh("rest");
    part_ = names.fresh("part");
    turn_ = names.fresh("turn");
    byRows_ = names.fresh("rows");
    atSides_ = names.fresh("sides");
    end_ = names.fresh(t_.context.cell[s_] + "_end");
    hasEnds_ = ends_.fill() > 0 && (isBrief || t_.context.schedule.tile[s_] <= ends_.longest());
  }

  KBody build() {
    KBody ahead = memory_.loadFirst(hasEnds_);
    // Also finds out which variables there are.
    Loops loops{asking(), calmPlanes(), {}, {}, {}};
    if (hasEnds_) {
      loops.single = withPlaces(inCopies(1, iteration({straightKind()})));
      loops.fill = straight(false, ends_.fill());
    }
    if (hasEnds_ && ends_.drain() > 0)
      loops.drain = straight(true, ends_.drain());
    ahead = values_.inArrays(ahead, "", 0);
    for (KBody *each : {&loops.asking, &loops.single})
      *each = values_.inArrays(*each, "", 0);
    loops.calm = values_.inArrays(loops.calm, values_.copies() > 1 ? turn_ : "", values_.copies());
    loops.fill = values_.inArrays(loops.fill, turn_, ends_.fill());
    loops.drain = values_.inArrays(loops.drain, turn_, ends_.drain());
    KBody body = values_.definitions();
    append(body, addresses_.images());
    append(body, checks_.facts());
    append(body, addresses_.rows());
    append(body, rows_.definitions());
    append(body, bounds());
    append(body, values_.variables());
    append(body, addresses_.variables(scalar(start_)));
    append(body, addresses_.firstImages(scalar(start_)));
    append(body, std::move(ahead));
    append(body, inParts(std::move(loops)));
    body = rolledUp(t_.context.names, withoutUnusedLets(std::move(body)));
    if (rimParts_.any) // of the last tile's some may be empty
      body = {makeKStmt(KIf{binary(BinaryOp::Lt, t_.context.from(s_), segmentEnd()), std::move(body), {}})};
    return body;
  }

  const ItemValues &values() const { return values_; }
  const Stream &stream() const { return stream_; }
  // Planes from the tile's that may be loaded: they are fetched ahead, and in the first iterations levels that look at
  // memory do so on planes that nobody wants.
  int64_t farthest() const {
    int64_t lag = 0, radius = 0;
    for (const Stage &stage : t_.context.program.stages)
      for (const FieldAccess &access : footprintOf(stage).fields)
        radius = std::max({radius, -access.reach().lo[s_], access.reach().hi[s_]});
    for (const StreamVersion &version : stream_.versions)
      if (version.level < 0)
        lag = std::max(lag, version.lag);
    for (const StreamLevel &level : stream_.levels)
      if (level.looksAtMemory())
        lag = std::max(lag, level.lag + radius);
    return std::max({ends_.behind() + (memory_.prefetches() ? memory_.planesNear() : 1), lag - stream_.first(),
                     -stream_.firstWanted()});
  }
  // Windows may be so short that a stream's ends are worth it, where tiles aren't.
  bool isOnlyBriefWorthEnds() const { return !hasEnds_ && ends_.fill() > 0; }
  int64_t longestWithEnds() const { return ends_.longest(); }
  int64_t sideSlack() const { return values_.block().cells[1] * values_.block().group[1]; }

private:
  // ---- The loops

  // No level has anything to do before the first plane that is memory; on a ring all planes are.
  ExprPtr start() const {
    ExprPtr lowest, first = add(t_.context.from(s_), intLit(stream_.first()));
    if (stream_.rings.axis[s_])
      return first;
    for (const StreamVersion &version : stream_.versions) {
      const ExprPtr &lo = t_.context.hulls[version.buffer].box[s_].lo;
      lowest = lowest ? least(lowest, lo) : lo;
    }
    return greatest(first, lowest);
  }
  ExprPtr segmentEnd() const { return least(t_.context.tileEnd(s_), grid_[s_].hi); }

  static ExprPtr isSet(const std::string &fact) { return binary(BinaryOp::Ne, scalar(fact), intLit(0)); }
  ExprPtr last() const { return add(scalar(end_), intLit(ends_.behind())); } // plane, behind all
  Planes straightKind() const { return rows_.any() ? Planes::InteriorRows : Planes::Interior; }

  KBody bounds() const {
    const InteriorPlanes calm = interiorPlanes(checks_);
    KBody out;
    auto let = [&](const std::string &name, const ExprPtr &value) {
      out.push_back(makeKStmt(KLet{name, ScalarType::I64, value}));
    };
    auto holds = [&](const std::string &name, const ExprPtr &is) { let(name, chosen(is, intLit(1), intLit(0))); };
    let(start_, start());
    let(end_, segmentEnd());
    holds(quiet_, calm.isQuiet);
    if (hasEnds_)
      holds(straight_,
            rows_.any() ? both(isSet(quiet_), binary(BinaryOp::Ne, rows_.inRows(), intLit(0))) : isSet(quiet_));
    ExprPtr first = maxOf(scalar(start_), calm.first), end = minOf(calm.end, last());
    if (hasEnds_) {
      ExprPtr filled = add(scalar(start_), intLit(ends_.fill()));
      ExprPtr isWhole = binary(BinaryOp::Eq, scalar(start_), add(t_.context.from(s_), intLit(stream_.first())));
      ExprPtr isCalm = both(binary(BinaryOp::Ge, scalar(start_), calm.first), binary(BinaryOp::Le, filled, end));
      holds(begins_, both(isSet(straight_), both(isWhole, isCalm)));
      first = chosen(isSet(begins_), filled, first);
    }
    let(calm_, minOf(first, last()));
    if (hasEnds_ && ends_.drain() > 0) {
      ExprPtr drained = sub(last(), intLit(ends_.drain()));
      ExprPtr isCalm = both(binary(BinaryOp::Ge, calm.end, last()), binary(BinaryOp::Le, scalar(calm_), drained));
      holds(finishes_, both(isSet(straight_), isCalm));
      end = sub(end, chosen(isSet(finishes_), intLit(ends_.drain()), intLit(0)));
    }
    ExprPtr count = maxOf(sub(end, scalar(calm_)), intLit(0)), copies = intLit(values_.copies());
    ExprPtr whole = values_.copies() > 1 ? mul(binary(BinaryOp::Div, count, copies), copies) : count; // bodies
    let(calmEnd_, add(scalar(calm_), whole));
    if (hasEnds_)
      let(rest_, chosen(isSet(straight_), add(scalar(calm_), count), scalar(calmEnd_)));
    return out;
  }

  struct Loops { // bodies, and what stands in a stream's ends instead of some
    KBody asking, calm, single, fill, drain;
  };

  // The loop over parts keeps `asking` from standing there twice, and loops from standing one after the other: a
  // compiler that goes on by itself on each way to a barrier would double all that follows.
  KBody inParts(Loops loops) const {
    const int64_t count = loops.single.empty() ? 3 : 4, behind = count - 1;
    auto isPart = [&](int64_t k) { return binary(BinaryOp::Eq, scalar(part_), intLit(k)); };
    auto whether = [](const ExprPtr &is, KBody yes, KBody no) -> KBody {
      return {makeKStmt(KIf{is, std::move(yes), std::move(no)})};
    };
    auto titled = [](const std::string &title, KBody body) {
      body.insert(body.begin(), makeKStmt(KComment{title}));
      return body;
    };
    auto loop = [&](const std::string &title, const ExprPtr &from, const ExprPtr &end, int64_t step, KBody body) {
      return titled(title, {makeKStmt(KFor{plane_, from, end, step, std::move(body)})});
    };
    KBody quiet = loop("planes in which all cells are updated", scalar(calm_), scalar(calmEnd_), values_.copies(),
                       std::move(loops.calm));
    if (rows_.any())
      quiet = eitherTurn(byRows_, rows_.inRows(), std::move(quiet));
    auto byPart = [&](const ExprPtr &first, const ExprPtr &calm, const ExprPtr &behind) {
      return chosen(isPart(0), first, chosen(isPart(1), calm, behind));
    };
    KBody others = loop("planes of which some cells, or all, aren't updated",
                        byPart(scalar(start_), scalar(calm_), scalar(count > 3 ? rest_ : calmEnd_)),
                        byPart(scalar(calm_), scalar(calmEnd_), last()), 1, std::move(loops.asking));
    others = eitherTurn(atSides_, chosen(isPart(1), intLit(1), intLit(0)), std::move(others));
    if (!loops.drain.empty())
      others = whether(both(isPart(behind), isSet(finishes_)),
                       titled("the last planes: each time there are fewer steps to make", std::move(loops.drain)),
                       std::move(others));
    if (!loops.fill.empty())
      others = whether(both(isPart(0), isSet(begins_)),
                       titled("the first planes: each time there are more steps to make", std::move(loops.fill)),
                       std::move(others));
    if (!loops.single.empty())
      others = whether(isPart(2),
                       loop("planes that are left of those in which all cells are updated", scalar(calmEnd_),
                            scalar(rest_), 1, std::move(loops.single)),
                       std::move(others));
    return {makeKStmt(KFor{part_, intLit(0), intLit(count), 1,
                           whether(both(isPart(1), isSet(quiet_)), std::move(quiet), std::move(others))})};
  }

  // Of cells whether they are updated: in planes near the ends, and at the sides of all others.
  KBody asking() {
    return withPlaces(inCopies(1, mergedTurns({iteration({Planes::Edge}), iteration({Planes::Rim})}, atSides_)));
  }

  // Memory is moved cell by cell, or in rows.
  KBody calmPlanes() {
    const int64_t copies = values_.copies();
    const std::string turn = copies > 1 ? turn_ : "";
    KBody body = iteration({Planes::Interior, 0, turn});
    if (rows_.any())
      body = mergedTurns({body, iteration({Planes::InteriorRows, 0, turn})}, byRows_);
    return withPlaces(inCopies(copies, std::move(body)));
  }

  KBody inCopies(int64_t copies, KBody body) {
    if (copies > 1)
      return {turnsOf(copies, std::move(body))};
    append(body, values_.moveOn());
    return body;
  }

  KStmtPtr turnsOf(int64_t count, KBody body) const {
    return makeKStmt(KFor{turn_, intLit(0), intLit(count), 1, std::move(body), /*isUnrolled=*/true});
  }

  // A stream's end. Behind it values are where a loop looks for them.
  KBody straight(bool isAtEnd, int64_t count) {
    const int64_t held = stream_.planes(), shift = isAtEnd ? 0 : (held - count % held) % held,
                  first = isAtEnd ? ends_.behind() - count : stream_.first();
    std::vector<KBody> turns;
    for (int64_t k = 0; k < count; ++k)
      turns.push_back(iteration({straightKind(), shift, turn_, StreamMoment{isAtEnd, first + k}}));
    KBody body = withPlaces({turnsOf(count, mergedTurns(turns, turn_))});
    KBody out = {makeKStmt(
        KLet{plane_, ScalarType::I64, sub(isAtEnd ? sub(last(), intLit(count)) : scalar(start_), intLit(shift))})};
    dropUnusedLets(out, body);
    append(out, std::move(body));
    return out;
  }

  KBody withPlaces(KBody body) {
    KBody rim = {checks_.defineRim(last())};
    dropUnusedLets(rim, body);
    body.insert(body.begin(), rim.begin(), rim.end());
    KBody out = checks_.distances();
    append(out, addresses_.planeImages());
    dropUnusedLets(out, body);
    append(out, std::move(body));
    return out;
  }

  // ---- Levels

  KBody iteration(const Iteration &of) {
    KBody out = memory_.takeLoaded(of);
    append(out, memory_.loadAhead(of));
    append(out, memory_.loadHeld(of));
    append(out, levels(of));
    append(out, values_.wait());
    append(out, addresses_.nextPlane());
    return out;
  }

  // Each takes over before the one before it is done, and hands over as soon as it is: on-chip memory and arithmetic
  // are busy at the same time. Where work-items are many and hold parts, what is taken over so soon has no room.
  KBody levels(const Iteration &of) {
    std::set<std::pair<int, BlockCell>> taken;
    const size_t sooner = isCrowded() ? 0 : 1;
    const std::vector<size_t> order = stream_.order();
    KBody out = begin(stream_.levels[order.front()], of, taken);
    append(out, handOver(-1, of));
    for (size_t k = 0; k < order.size(); ++k) {
      const StreamLevel &level = stream_.levels[order[k]];
      if (k + sooner > 0 && k + sooner < order.size())
        append(out, begin(stream_.levels[order[k + sooner]], of, taken));
      if (k == 0 || stream_.levels[order[k - 1]].lag != level.lag)
        append(out, memory_.bringAhead(level.lag, of));
      Iteration ofLevel = of;
      ofLevel.ahead = of.moment ? ends_.wantedOf(level, *of.moment) : StreamAhead();
      KBody inner = level_.compute(level, ofLevel);
      if (!inner.empty())
        out.push_back(
            makeKStmt(KComment{"step " + std::to_string(level.step + 1) + " of " + std::to_string(t_.cone.depth) +
                               ", loop nest " + std::to_string(level.stage + 1)}));
      append(out, knowingPlane(level, of, std::move(inner)));
      append(out, knowingPlane(level, of, level_.storeResults(level, ofLevel)));
      append(out, handOver(static_cast<int>(order[k]), of));
    }
    return out;
  }

  // With the level's plane, where it is used.
  KBody knowingPlane(const StreamLevel &level, const Iteration &of, KBody body) {
    const ExprPtr plane = addresses_.planeAt(-level.lag, of);
    KBody lets = {makeKStmt(KLet{t_.context.cell[s_], ScalarType::I64, plane})};
    if (t_.context.image[s_] != t_.context.cell[s_])
      lets.push_back(makeKStmt(
          KLet{t_.context.image[s_], ScalarType::I64,
               addresses_.goesAround(s_, of.kind) ? addresses_.imageOfPlane(of.copy - level.lag, of.kind) : plane}));
    dropUnusedLets(lets, body);
    append(lets, std::move(body));
    return lets.empty() ? lets : KBody{makeKStmt(KBlock{std::move(lets)})};
  }

  bool isCrowded() const {
    const bool hasParts = std::any_of(stream_.levels.begin(), stream_.levels.end(),
                                      [](const StreamLevel &l) { return !l.cell->parts.empty(); });
    return hasParts && t_.context.schedule.crowded;
  }

  KBody begin(const StreamLevel &level, const Iteration &of, std::set<std::pair<int, BlockCell>> &taken) {
    if (level_.isAbsent(level, of.kind))
      return {};
    KBody out = level_.fetch(level, of);
    append(out, values_.takeOver(level, of.copy, taken,
                                 [&](int version, int64_t age) { return isWanted(version, -age, of); }));
    return out;
  }

  KBody handOver(int level, const Iteration &of) {
    KBody out;
    for (size_t v = 0; v < stream_.versions.size(); ++v)
      if (const int version = static_cast<int>(v);
          stream_.versions[v].level == level && isWanted(version, -values_.block().shared(v).delay, of))
        append(out, values_.handOver(version, of.copy));
    return out;
  }

  // A plane of the version, from its newest.
  bool isWanted(int version, int64_t planes, const Iteration &of) const {
    const StreamVersion &held = stream_.versions[version];
    return !of.moment || ends_.isWanted(held, *of.moment, planes - held.lag);
  }

  const Tiles &t_;
  Stream stream_;
  RimParts rimParts_;
  ItemValues values_;
  StreamEnds ends_;
  std::string plane_;
  CellAddresses addresses_;
  BoxChecks checks_;
  MovedRows rows_;
  StreamMemory memory_;
  LevelBody level_;
  int s_;
  std::string straight_, begins_, finishes_, rest_, start_, quiet_, calm_, calmEnd_, part_, turn_, byRows_, atSides_,
      end_;
  bool hasEnds_;
  CellBounds grid_;
};

Kernel kernelOf(const Tiles &t, PipelineBody &pipeline, const std::string &suffix) {
  KBody body = pipeline.build();
  Kernel kernel = tileKernel(t, suffix, std::move(body), 0, pipeline.sideSlack());
  if (kernel.window)
    kernel.window->slack = std::max<int64_t>(pipeline.farthest() - kernel.window->reaches(), 0);
  for (int a = 0; a < pipeline.stream().axis; ++a)
    pipeline.values().setGrid(kernel.grid[a], a);
  kernel.resident = t.context.schedule.resident;
  kernel.items = pipeline.values().items();
  kernel.groupArrays = pipeline.values().arrays();
  if (pipeline.stream().startsWithRim())
    startWithRim(t, kernel);
  return kernel;
}

} // namespace

std::vector<Kernel> pipelineKernels(const Tiles &t, const std::string &suffix, bool often) {
  PipelineBody pipeline(t, false);
  std::vector<Kernel> kernels = {kernelOf(t, pipeline, suffix)};
  // (A slab of rows is much longer than a stream's ends.)
  if (!often || !kernels[0].window || t.context.program.rank < 3 || !pipeline.isOnlyBriefWorthEnds())
    return kernels;
  PipelineBody brief(t, true);
  kernels.push_back(kernelOf(t, brief, suffix + "_brief"));
  kernels[0].window->brief = kernels[1].name;
  kernels[0].window->briefPlanes = pipeline.longestWithEnds();
  return kernels;
}

} // namespace kasane::lowering
