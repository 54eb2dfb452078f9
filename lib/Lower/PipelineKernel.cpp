// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells outside of what somebody wants are computed along, from whatever is there, and nobody uses them. Cells that a stage
// doesn't update hold what an earlier level of the pass left, or else what the buffer's memory holds. Planes that all levels
// update have loops of their own, in which the compiler finds work for every wait: one for groups whose every cell of a plane
// is updated, and one for the others, where cells take their old value by a bit that is the same in every plane:
//
//   planes up to the first that is calm; calm planes, or those at the rim; the rest
#include "PipelineKernel.h"

#include "Calm.h"
#include "CellBody.h"
#include "StreamMemory.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

void append(KBody &body, KBody more) { body.insert(body.end(), more.begin(), more.end()); }

// May evaluating it trap, where operands are anything?
bool mayTrap(const Stage &stage) {
  bool trap = false;
  walkExprs(stage.body, [&](const Expr &e) {
    const auto *b = std::get_if<Binary>(&e.node);
    trap |= b && (b->op == BinaryOp::Div || b->op == BinaryOp::Rem) && !isFloat(e.type);
  });
  return trap;
}

bool readsItself(const Stage &stage, FieldId name) {
  bool found = false;
  walkExprs(stage.body, [&](const Expr &e) {
    const auto *read = std::get_if<FieldRead>(&e.node);
    found |= read && read->field == name && read->offset == Offset{} && !isFar(read->far);
  });
  return found;
}

class PipelineBody {
public:
  explicit PipelineBody(const Tiles &tiles)
      : t_(tiles), stream_(streamOf(tiles.context.program, tiles.cone)), columns_(tiles, stream_),
        plane_(tiles.context.names.fresh("at_" + tiles.context.cell[stream_.axis])), places_(tiles, columns_, plane_),
        memory_(tiles, columns_, places_), s_(stream_.axis), grid_(gridOf(tiles)) {
    Names &names = t_.context.names;
    start_ = names.fresh(t_.context.cell[s_] + "_start");
    quiet_ = names.fresh("quiet");
    calm_ = names.fresh("calm");
    calmEnd_ = names.fresh("calm_end");
    part_ = names.fresh("part");
    out_ = names.fresh("out");
    end_ = names.fresh(t_.context.cell[s_] + "_end");
  }

  KBody build() {
    KBody ahead = memory_.loadFirst(), edge = planes(Planes::Edge), rim = planes(Planes::Rim); // also finds out which variables there are
    KBody calm = planes(Planes::Calm), rows = memory_.hasRows() ? planes(Planes::CalmRows) : KBody{};
    KBody body = columns_.definitions();
    append(body, places_.definitions());
    append(body, memory_.definitions());
    append(body, bounds());
    append(body, columns_.variables());
    append(body, places_.variables(scalar(start_)));
    append(body, std::move(ahead));
    append(body, loops(std::move(edge), std::move(rim), std::move(calm), std::move(rows)));
    return withoutUnused(std::move(body));
  }

  const Columns &columns() const { return columns_; }
  const Stream &stream() const { return stream_; }
  // The loop makes whole rounds, planes are fetched ahead, and its first ones begin levels on planes that nobody wants.
  int64_t slack() const { return behind() + columns_.copies() + kPrefetched; }

private:
  const StencilProgram &program() const { return t_.context.program; }
  const Field &fieldOf(FieldId b) const { return program().fields[b]; }
  const Stage &stageOf(const StreamLevel &level) const { return program().stages[level.stage]; }
  FieldId bufferOf(const StreamLevel &level, FieldId name) const { return t_.cone.boundTo[level.step][name]; }
  ExprPtr plane() const { return t_.context.at(s_); } // that the level works on

  // ---- The loops

  // No level has anything to do before the first plane that is memory.
  ExprPtr start() const {
    ExprPtr lowest;
    for (const StreamVersion &version : stream_.versions) {
      const ExprPtr &lo = t_.context.hulls[version.buffer].box[s_].lo;
      lowest = lowest ? least(lowest, lo) : lo;
    }
    return greatest(add(t_.context.from(s_), intLit(stream_.first())), lowest);
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
    append(out, levels(copy));
    append(out, columns_.wait());
    append(out, places_.nextPlane());
    return out;
  }

  // Each takes over before the one before it is done, and hands over as soon as it is: on-chip memory and arithmetic are
  // busy at the same time.
  KBody levels(int64_t copy) {
    std::set<std::pair<int, Position>> taken;
    KBody out = begin(stream_.levels.front(), copy, taken);
    append(out, handOver(-1, copy));
    for (size_t l = 0; l < stream_.levels.size(); ++l) {
      const StreamLevel &level = stream_.levels[l];
      if (l + 1 < stream_.levels.size())
        append(out, begin(stream_.levels[l + 1], copy, taken));
      out.push_back(makeKStmt(KComment{"step " + std::to_string(level.step + 1) + " of " + std::to_string(t_.cone.depth) +
                                       ", loop nest " + std::to_string(level.stage + 1)}));
      KBody inner = compute(level, copy);
      KBody lets = {makeKStmt(KLet{t_.context.cell[s_], ScalarType::I64, add(scalar(plane_), intLit(copy - level.lag))})};
      dropUnusedLets(lets, inner);
      append(lets, std::move(inner));
      out.push_back(makeKStmt(KBlock{std::move(lets)}));
      append(out, handOver(static_cast<int>(l), copy));
    }
    return out;
  }

  KBody begin(const StreamLevel &level, int64_t copy, std::set<std::pair<int, Position>> &taken) {
    KBody out = isAbsent(level) ? KBody() : fetch(level, copy);
    if (!isAbsent(level))
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

  // Is the plane that the level works on outside of its domain?
  KStmtPtr defineOut(const StreamLevel &level, int64_t copy) {
    return makeKStmt(KLet{out_, ScalarType::I32, places_.isPlaneOutside(domainOf(level).box[s_], copy - level.lag)});
  }
  // Planes at the rim aren't asked by levels that are at all of them.
  Outside domainOf(const StreamLevel &level) const {
    const bool asksPlane = kind_ == Planes::Edge || (kind_ == Planes::Rim && level.isLocal());
    return {boundsOf(stageOf(level).domain), asksPlane ? scalar(out_, ScalarType::I32) : places_.outsideAtRim(kind_)};
  }
  bool isAbsent(const StreamLevel &level) const { return !asksCells(kind_) && level.isLocal(); }

  KBody compute(const StreamLevel &level, int64_t copy) {
    const bool trap = mayTrap(stageOf(level));
    const std::vector<Position> positions = columns_.positions();
    if (isAbsent(level)) {
      KBody kept;
      for (const Position &at : positions)
        append(kept, keep(level, at, copy));
      append(kept, storeResults(level, copy));
      return kept;
    }
    KBody body = {defineOut(level, copy)}, repair;
    for (size_t k = 0; k < positions.size(); ++k) {
      KBody cell = cellBody(level, positions[k], copy);
      KBody fixed = asksCells(kind_) ? keep(level, positions[k], copy) : KBody{};
      ExprPtr isOut = places_.isOutside(domainOf(level), k);
      if (trap) {
        body.push_back(makeKStmt(KIf{both(negated(isOut), wanted(level, positions[k])), std::move(cell), std::move(fixed)}));
        continue;
      }
      append(body, std::move(cell));
      for (const KStmtPtr &stmt : fixed) {
        const KAssign &old = std::get<KAssign>(stmt->node);
        repair.push_back(makeKStmt(KAssign{old.name, chosen(isOut, old.value, scalar(old.name, old.value->type))}));
      }
    }
    append(body, std::move(repair));
    append(body, storeResults(level, copy));
    dropUnusedLets(body, KBody(body));
    return body;
  }

  // Of the cells that somebody wants: elsewhere operands may be anything.
  ExprPtr wanted(const StreamLevel &level, const Position &at) const {
    CellBounds cells;
    for (int a = 0; a < program().rank; ++a)
      cells[a] = {add(t_.context.from(a), intLit(level.reach.lo[a])),
                  add(t_.context.from(a), intLit(t_.context.schedule.tile[a] + level.reach.hi[a]))};
    return both(places_.cellWithin(at, cells), within(plane(), cells[s_]));
  }

  ExprPtr held(int version, const Position &at, int64_t age, int64_t copy) {
    return scalar(columns_.value(version, at, age, copy), fieldOf(stream_.versions[version].buffer).elem);
  }

  // Memory is there for cells of the level's domain only.
  ExprPtr loadWithin(const StreamLevel &level, const Position &at, const FieldRead &element) {
    ExprPtr load = memory_.load(element.field, places_.memoryIndex(at, -level.lag, element));
    if (!asksCells(kind_))
      return load;
    const std::vector<Position> positions = columns_.positions();
    const auto k = static_cast<size_t>(std::find(positions.begin(), positions.end(), at) - positions.begin());
    return chosen(places_.isOutside(domainOf(level), k), zeroOf(load->type), load);
  }

  ExprPtr before(const StreamLevel &level, FieldId name, const StreamStore &store, const Position &at, int64_t copy) {
    const FieldId b = bufferOf(level, name);
    if (store.before == kInMemory)
      return loadWithin(level, at, {b, {}});
    return held(store.before, at, level.lag - stream_.versions[store.before].lag, copy);
  }

  // The new value begins as the old one where the statements may leave it, or read it.
  bool beginsAsBefore(const StreamLevel &level, FieldId name) const {
    const auto store = level.stores.find(name);
    return store != level.stores.end() && store->second.version != -1 &&
           (store->second.keeps || (level.reads.count(name) && readsItself(stageOf(level), name)));
  }

  ExprPtr read(const StreamLevel &level, const FieldRead &element, const Position &at, int64_t copy) {
    if (element.offset == Offset{} && (beginsAsBefore(level, element.field) || !level.reads.count(element.field)))
      return held(level.stores.at(element.field).version, at, 0, copy);
    const int version = level.reads.at(element.field);
    const FieldId b = bufferOf(level, element.field);
    if (version == kInMemory)
      return loadWithin(level, at, {b, element.offset, element.far});
    const Position from{at.x + element.offset[0], at.y + (s_ > 1 ? element.offset[1] : 0)};
    return held(version, from, level.lag - element.offset[s_] - stream_.versions[version].lag, copy);
  }

  KBody cellBody(const StreamLevel &level, const Position &at, int64_t copy) {
    KBody out;
    for (const auto &[name, store] : level.stores)
      if (beginsAsBefore(level, name))
        out.push_back(makeKStmt(KAssign{columns_.value(store.version, at, 0, copy), before(level, name, store, at, copy)}));
    Elements elements;
    elements.read = [&](const FieldRead &element, ScalarType) { return read(level, element, at, copy); };
    elements.store = [&](const FieldRead &element, ExprPtr value) -> KStmtPtr {
      const int version = level.stores.at(element.field).version;
      return version == -1 ? nullptr : makeKStmt(KAssign{columns_.value(version, at, 0, copy), std::move(value)});
    };
    append(out, lowerCell(t_.context, stageOf(level).body, level.step, elements));
    return inScope(at, std::move(out));
  }

  // With the cell's coordinates, where they are used, and its locals.
  KBody inScope(const Position &at, KBody cell) const {
    KBody lets;
    for (int a = 0; a < s_; ++a)
      lets.push_back(makeKStmt(KLet{t_.context.cell[a], ScalarType::I64, places_.cellAt(at, a)}));
    dropUnusedLets(lets, cell);
    bool locals = !lets.empty();
    for (const KStmtPtr &stmt : cell)
      locals |= std::holds_alternative<KVar>(stmt->node);
    append(lets, std::move(cell));
    return locals ? KBody{makeKStmt(KBlock{std::move(lets)})} : lets;
  }

  KBody keep(const StreamLevel &level, const Position &at, int64_t copy) {
    KBody out;
    for (const auto &[name, store] : level.stores) {
      if (store.version == -1 || (!store.hasOutside && !isAbsent(level)))
        continue;
      ExprPtr value = store.isFetched() ? memory_.fetched(store.version, at) : before(level, name, store, at, copy);
      out.push_back(makeKStmt(KAssign{columns_.value(store.version, at, 0, copy), value}));
    }
    return out;
  }

  // What memory has of cells that the level doesn't update.
  KBody fetch(const StreamLevel &level, int64_t copy) {
    KBody cells;
    for (const auto &[name, store] : level.stores)
      if (asksCells(kind_) && store.isFetched())
        append(cells, memory_.fetch(store.version, domainOf(level), copy, kind_));
    KBody out = {defineOut(level, copy)};
    dropUnusedLets(out, cells);
    if (out.empty())
      return cells;
    append(out, std::move(cells));
    return {makeKStmt(KBlock{std::move(out)})};
  }

  KBody storeResults(const StreamLevel &level, int64_t copy) {
    KBody out;
    for (const auto &[name, store] : level.stores) {
      const FieldId b = bufferOf(level, name);
      if (store.version != -1 && stream_.last[b] == store.version && t_.cone.buffers[b].stored)
        append(out, memory_.store(store.version, copy, kind_));
    }
    return out;
  }

  static KBody withoutUnused(KBody body) {
    for (size_t before = body.size() + 1; body.size() < before;) {
      before = body.size();
      dropUnusedLets(body, KBody(body));
    }
    return body;
  }

  const Tiles &t_;
  Stream stream_;
  Columns columns_;
  std::string plane_;
  StreamPlaces places_;
  StreamMemory memory_;
  int s_;
  std::string start_, quiet_, calm_, calmEnd_, part_, out_, end_;
  Planes kind_ = Planes::Edge;
  CellBounds grid_;
};

} // namespace

Kernel pipelineKernel(const Tiles &t, const std::string &suffix) {
  PipelineBody pipeline(t);
  KBody body = pipeline.build();
  Kernel kernel = tileKernel(t, suffix, std::move(body), pipeline.slack());
  kernel.resident = t.context.schedule.resident;
  kernel.items = pipeline.columns().items();
  kernel.groupArrays = pipeline.columns().arrays();
  if (pipeline.stream().startsWithRim())
    startWithRim(t, kernel);
  return kernel;
}

} // namespace kasane::lowering
