// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells outside of what somebody wants are computed along, from whatever is there, and nobody uses them. Cells that a stage
// doesn't update hold what an earlier level of the pass left, or else what the buffer's memory holds. Planes that all levels
// update have loops of their own, in which the compiler finds work for every wait: one for groups whose every cell of a plane
// is updated, and one for the others, where cells take their old value by a bit that is the same in every plane:
//
//   planes up to the first that is calm; calm planes, or those at the rim; the rest
#include "PipelineKernel.h"

#include "Calm.h"
#include "LevelBody.h"

#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/StreamHeld.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

constexpr int64_t kCrowd = 384; // work-items of a unit: one has 170 registers of a GPU's 64 Ki

void append(KBody &body, KBody more) { body.insert(body.end(), more.begin(), more.end()); }

class PipelineBody {
public:
  explicit PipelineBody(const Tiles &tiles)
      : t_(tiles), stream_(streamsOf(tiles.context.program, tiles.cone).of(tiles.context.schedule.tile, tiles.context.schedule.group, tiles.context.schedule.heldOnChip)), columns_(tiles, stream_),
        plane_(tiles.context.names.fresh("at_" + tiles.context.cell[stream_.axis])), places_(tiles, columns_, plane_),
        memory_(tiles, columns_, places_), level_(tiles, columns_, places_, memory_), s_(stream_.axis),
        grid_(gridOf(tiles)) {
    Names &names = t_.context.names;
    start_ = names.fresh(t_.context.cell[s_] + "_start");
    quiet_ = names.fresh("quiet");
    calm_ = names.fresh("calm");
    calmEnd_ = names.fresh("calm_end");
    part_ = names.fresh("part");
    end_ = names.fresh(t_.context.cell[s_] + "_end");
  }

  KBody build() {
    places_.setKind(Planes::First);
    KBody ahead = memory_.loadFirst();
    KBody edge = planes(Planes::Edge), rim = planes(Planes::Rim); // also finds out which variables there are
    KBody calm = planes(Planes::Calm), rows = memory_.hasRows() ? planes(Planes::CalmRows) : KBody{};
    KBody body = columns_.definitions();
    append(body, places_.definitions());
    append(body, memory_.definitions());
    append(body, bounds());
    append(body, columns_.variables());
    append(body, places_.variables(scalar(start_)));
    append(body, places_.firstDefinitions(scalar(start_)));
    append(body, std::move(ahead));
    append(body, loops(std::move(edge), std::move(rim), std::move(calm), std::move(rows)));
    return withoutUnusedLets(std::move(body));
  }

  const Columns &columns() const { return columns_; }
  const Stream &stream() const { return stream_; }
  // Planes from the tile's that may be loaded: they are fetched ahead, and in the first iterations levels that look at memory do so on
  // planes that nobody wants.
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
    return std::max({behind() + (memory_.prefetches() ? memory_.planesNear() : 1), lag - stream_.first(), -stream_.firstWanted()});
  }
  int64_t sideSlack() const { return columns_.block().cells[1] * columns_.block().group[1]; }

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
  // Planes that the last of the stored levels is behind.
  int64_t behind() const {
    int64_t most = 0;
    for (size_t b = 0; b < stream_.last.size(); ++b)
      if (stream_.last[b] != kInMemory && t_.cone.buffers[b].stored)
        most = std::max(most, stream_.versions[stream_.last[b]].lag);
    return most;
  }
  ExprPtr segmentEnd() const {
    return least(t_.context.tileEnd(s_), grid_[s_].hi);
  }

  KBody bounds() const {
    const CalmPlanes calm = calmPlanes(t_, columns_, places_);
    ExprPtr last = add(scalar(end_), intLit(behind()));
    ExprPtr first = minOf(maxOf(scalar(start_), calm.first), last);
    ExprPtr count = maxOf(sub(minOf(calm.end, last), scalar(calm_)), intLit(0)), copies = intLit(columns_.copies());
    if (columns_.copies() > 1)
      count = mul(binary(BinaryOp::Div, count, copies), copies); // whole bodies
    return {makeKStmt(KLet{start_, ScalarType::I64, start()}), makeKStmt(KLet{end_, ScalarType::I64, segmentEnd()}),
            makeKStmt(KLet{quiet_, ScalarType::I64, chosen(calm.isQuiet, intLit(1), intLit(0))}),
            makeKStmt(KLet{calm_, ScalarType::I64, first}),
            makeKStmt(KLet{calmEnd_, ScalarType::I64, add(scalar(calm_), count)})};
  }

  int64_t copiesIn(Planes kind) const { return asksCells(kind) ? 1 : columns_.copies(); }

  // The loop over parts keeps `edge` from standing there twice, and loops from standing one after the other: a compiler that
  // goes on by itself on each way to a barrier would double all that follows.
  KBody loops(KBody edge, KBody rim, KBody calm, KBody rows) const {
    auto isPart = [&](int64_t k) { return binary(BinaryOp::Eq, scalar(part_), intLit(k)); };
    auto whether = [](const ExprPtr &is, KBody yes, KBody no) -> KBody { return {makeKStmt(KIf{is, std::move(yes), std::move(no)})}; };
    auto isSet = [](const ExprPtr &fact) { return binary(BinaryOp::Ne, fact, intLit(0)); };
    auto loop = [&](Planes kind, const ExprPtr &from, const ExprPtr &end, KBody body) -> KBody {
      return {makeKStmt(KFor{plane_, from, end, copiesIn(kind), std::move(body)})};
    };
    auto calmLoop = [&](Planes kind, KBody body) { return loop(kind, scalar(calm_), scalar(calmEnd_), std::move(body)); };
    ExprPtr from = chosen(isPart(0), scalar(start_), scalar(calmEnd_)), last = add(scalar(end_), intLit(behind()));
    KBody quiet = calmLoop(Planes::Calm, std::move(calm));
    if (!rows.empty())
      quiet = whether(isSet(memory_.inRows()), calmLoop(Planes::CalmRows, std::move(rows)), std::move(quiet));
    quiet = whether(isSet(scalar(quiet_)), std::move(quiet), calmLoop(Planes::Rim, std::move(rim)));
    KBody parts = whether(isPart(1), std::move(quiet), loop(Planes::Edge, from, chosen(isPart(0), scalar(calm_), last), std::move(edge)));
    return {makeKStmt(KFor{part_, intLit(0), intLit(3), 1, std::move(parts)})};
  }

  // A loop's body.
  KBody planes(Planes kind) {
    kind_ = kind;
    level_.setKind(kind);
    const int64_t copies = copiesIn(kind);
    KBody body;
    for (int64_t copy = 0; copy < copies; ++copy)
      append(body, iteration(copy));
    if (copies == 1)
      append(body, columns_.moveOn());
    KBody rim = {places_.defineRim(add(scalar(end_), intLit(behind())))};
    dropUnusedLets(rim, body);
    body.insert(body.begin(), rim.begin(), rim.end());
    KBody out = places_.planeDefinitions();
    dropUnusedLets(out, body);
    append(out, std::move(body));
    return out;
  }

  // ---- Levels

  KBody iteration(int64_t copy) {
    KBody out = memory_.takeLoaded(copy);
    append(out, memory_.loadAhead(copy, kind_));
    append(out, memory_.loadHeld(copy, kind_));
    append(out, levels(copy));
    append(out, columns_.wait());
    append(out, places_.nextPlane());
    return out;
  }

  // Each takes over before the one before it is done, and hands over as soon as it is: on-chip memory and arithmetic
  // are busy at the same time. Where work-items are many and hold parts, what is taken over so soon has no room.
  KBody levels(int64_t copy) {
    std::set<std::pair<int, Position>> taken;
    const size_t sooner = isCrowded() ? 0 : 1;
    const std::vector<size_t> order = stream_.order();
    KBody out = begin(stream_.levels[order.front()], copy, taken);
    append(out, handOver(-1, copy));
    for (size_t k = 0; k < order.size(); ++k) {
      const StreamLevel &level = stream_.levels[order[k]];
      if (k + sooner > 0 && k + sooner < order.size())
        append(out, begin(stream_.levels[order[k + sooner]], copy, taken));
      if (k == 0 || stream_.levels[order[k - 1]].lag != level.lag)
        append(out, memory_.bringAhead(level.lag, kind_));
      out.push_back(
          makeKStmt(KComment{"step " + std::to_string(level.step + 1) + " of " + std::to_string(t_.cone.depth) +
                             ", loop nest " + std::to_string(level.stage + 1)}));
      KBody inner = level_.compute(level, copy);
      KBody lets = {
          makeKStmt(KLet{t_.context.cell[s_], ScalarType::I64, add(scalar(plane_), intLit(copy - level.lag))})};
      if (t_.context.image[s_] != t_.context.cell[s_])
        lets.push_back(makeKStmt(KLet{t_.context.image[s_], ScalarType::I64, places_.imageOfPlane(copy - level.lag)}));
      dropUnusedLets(lets, inner);
      append(lets, std::move(inner));
      out.push_back(makeKStmt(KBlock{std::move(lets)}));
      append(out, handOver(static_cast<int>(order[k]), copy));
    }
    return out;
  }

  bool isCrowded() const {
    const Schedule &schedule = t_.context.schedule;
    const bool hasParts = std::any_of(stream_.levels.begin(), stream_.levels.end(),
                                      [](const StreamLevel &l) { return !l.cell->parts.empty(); });
    return hasParts && schedule.group[0] * schedule.group[1] * schedule.resident >= kCrowd;
  }

  KBody begin(const StreamLevel &level, int64_t copy, std::set<std::pair<int, Position>> &taken) {
    KBody out = level_.isAbsent(level) ? KBody() : level_.fetch(level, copy);
    if (!level_.isAbsent(level))
      append(out, columns_.takeOver(level, copy, taken));
    return out;
  }

  KBody handOver(int level, int64_t copy) {
    KBody out;
    for (size_t v = 0; v < stream_.versions.size(); ++v)
      if (stream_.versions[v].level == level)
        append(out, columns_.handOver(static_cast<int>(v), copy));
    return out;
  }

  const Tiles &t_;
  Stream stream_;
  Columns columns_;
  std::string plane_;
  StreamPlaces places_;
  StreamMemory memory_;
  LevelBody level_;
  int s_;
  std::string start_, quiet_, calm_, calmEnd_, part_, end_;
  Planes kind_ = Planes::Edge;
  CellBounds grid_;
};

} // namespace

Kernel pipelineKernel(const Tiles &t, const std::string &suffix) {
  PipelineBody pipeline(t);
  KBody body = pipeline.build();
  Kernel kernel = tileKernel(t, suffix, std::move(body), 0, pipeline.sideSlack());
  if (kernel.window)
    kernel.window->slack = std::max<int64_t>(pipeline.farthest() - kernel.window->reaches(), 0);
  kernel.resident = t.context.schedule.resident;
  kernel.items = pipeline.columns().items();
  kernel.groupArrays = pipeline.columns().arrays();
  if (pipeline.stream().startsWithRim())
    startWithRim(t, kernel);
  return kernel;
}

} // namespace kasane::lowering
