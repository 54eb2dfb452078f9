// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells outside of what somebody wants are computed along, from whatever is there, and nobody uses them. Cells that a stage
// doesn't update hold what an earlier level of the pass left, or else what the buffer's memory holds. Planes in which a group
// has none of them have a loop of their own, without a branch, in which the compiler finds work for every wait:
//
//   planes up to the first that is calm, one by one; calm planes, unrolled; the rest, one by one
#include "PipelineKernel.h"

#include "Calm.h"
#include "CellBody.h"
#include "StreamPlaces.h"

namespace kasane::lowering {
namespace {

void append(KBody &body, KBody more) { body.insert(body.end(), more.begin(), more.end()); }

// Does it read memory at places that are only there for the cells of the domain?
bool readsMemory(const StreamLevel &level) {
  bool reads = false;
  for (const auto &[name, version] : level.reads)
    reads |= version == kInMemory;
  for (const auto &[name, store] : level.stores)
    reads |= store.keeps && store.before == kInMemory;
  return reads;
}

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
      : t_(tiles), stream_(streamOf(tiles.context.program, tiles.cone)), columns_(tiles, stream_), places_(tiles, columns_),
        s_(stream_.axis), grid_(gridOf(tiles)) {
    Names &names = t_.context.names;
    plane_ = names.fresh("at_" + t_.context.cell[s_]);
    calm_ = names.fresh("calm");
    calmEnd_ = names.fresh("calm_end");
    part_ = names.fresh("part");
    out_ = names.fresh("out");
    end_ = names.fresh(t_.context.cell[s_] + "_end");
  }

  KBody build() {
    KBody ahead = loadAhead(0);
    KBody edge = iteration(0); // also finds out which variables there are
    append(edge, columns_.moveOn());
    isQuiet_ = true;
    KBody calm;
    for (int64_t copy = 0; copy < columns_.copies(); ++copy)
      append(calm, iteration(copy));
    if (columns_.copies() == 1)
      append(calm, columns_.moveOn());
    KBody body = columns_.definitions();
    append(body, places_.definitions());
    append(body, bounds());
    append(body, columns_.variables());
    append(body, places_.variables(start()));
    append(body, std::move(ahead));
    append(body, loops(std::move(edge), std::move(calm)));
    return withoutUnused(std::move(body));
  }

  const Columns &columns() const { return columns_; }

private:
  const StencilProgram &program() const { return t_.context.program; }
  const Field &fieldOf(FieldId b) const { return program().fields[b]; }
  const Stage &stageOf(const StreamLevel &level) const { return program().stages[level.stage]; }
  FieldId bufferOf(const StreamLevel &level, FieldId name) const { return t_.cone.boundTo[level.step][name]; }
  ExprPtr plane() const { return t_.context.at(s_); } // that the level works on

  // ---- The loop's bounds

  ExprPtr start() const { return add(t_.context.from(s_), intLit(stream_.first())); }
  // Planes that the last of the stored levels is behind.
  int64_t behind() const {
    int64_t most = 0;
    for (size_t b = 0; b < stream_.last.size(); ++b)
      if (stream_.last[b] != kInMemory && t_.cone.buffers[b].stored)
        most = std::max(most, stream_.versions[stream_.last[b]].lag);
    return most;
  }
  ExprPtr segmentEnd() const {
    return least(add(t_.context.from(s_), intLit(t_.context.schedule.tile[s_])), grid_[s_].hi);
  }

  // Calm planes come in whole bodies of their loop.
  KBody bounds() const {
    const CalmPlanes calm = calmPlanes(t_, columns_, places_);
    ExprPtr last = add(scalar(end_), intLit(behind())), copies = intLit(columns_.copies());
    ExprPtr first = minOf(maxOf(start(), calm.first), last), count = maxOf(sub(minOf(calm.end, last), scalar(calm_)), intLit(0));
    if (columns_.copies() > 1)
      count = mul(binary(BinaryOp::Div, count, copies), copies);
    return {makeKStmt(KLet{end_, ScalarType::I64, segmentEnd()}),
            makeKStmt(KLet{calm_, ScalarType::I64, chosen(calm.isQuiet, first, last)}),
            makeKStmt(KLet{calmEnd_, ScalarType::I64, add(scalar(calm_), count)})};
  }

  // The loop over both parts only keeps `edge` from standing there twice.
  KBody loops(KBody edge, KBody calm) const {
    ExprPtr isFirst = binary(BinaryOp::Eq, scalar(part_), intLit(0));
    ExprPtr from = chosen(isFirst, start(), scalar(calmEnd_)), last = add(scalar(end_), intLit(behind()));
    KBody parts = {makeKStmt(KFor{plane_, from, chosen(isFirst, scalar(calm_), last), 1, std::move(edge)}),
                   makeKStmt(KFor{plane_, scalar(calm_), chosen(isFirst, scalar(calmEnd_), scalar(calm_)), columns_.copies(),
                                  std::move(calm)})};
    return {makeKStmt(KFor{part_, intLit(0), intLit(2), 1, std::move(parts)})};
  }

  // ---- Planes that are loaded

  ExprPtr load(FieldId b, const ExprPtr &index) const { return makeExpr(fieldOf(b).elem, Load{nameOfBuffer(t_, b), index}); }

  KBody loadAhead(int64_t planes) {
    KBody out;
    for (size_t v = 0; v < stream_.versions.size(); ++v)
      if (stream_.versions[v].level < 0)
        append(out, loadPlane(static_cast<int>(v), planes));
    return out;
  }

  KBody loadPlane(int version, int64_t planes) {
    const FieldId b = stream_.versions[version].buffer;
    KBody out, rows;
    for (const Position &cell : columns_.positions()) {
      ExprPtr index = isQuiet_ ? places_.memoryIndex(cell, planes, {b, {}}) : places_.nearIndex(cell, planes, b);
      out.push_back(makeKStmt(KAssign{columns_.ahead(version, cell), load(b, index)}));
    }
    if (!isQuiet_)
      return out;
    forRows(b, [&](const std::vector<Position> &cells) {
      std::vector<std::string> names;
      for (const Position &cell : cells)
        names.push_back(columns_.ahead(version, cell));
      rows.push_back(makeKStmt(KLoadRow{names, fieldOf(b).elem, nameOfBuffer(t_, b), places_.memoryIndex(cells.front(), planes, {b, {}})}));
    });
    return inRows(b, std::move(rows), std::move(out));
  }

  // The block's cells that one access may move.
  void forRows(FieldId b, const std::function<void(const std::vector<Position> &)> &visit) const {
    const int64_t elements = places_.elementsOfRow(b);
    std::vector<Position> row;
    for (const Position &cell : columns_.positions()) {
      row.push_back(cell);
      if (static_cast<int64_t>(row.size()) < elements || elements == 1)
        continue;
      visit(row);
      row.clear();
    }
  }

  KBody inRows(FieldId b, KBody rows, KBody one) {
    return rows.empty() ? one : KBody{makeKStmt(KIf{places_.isInRows(b), std::move(rows), std::move(one)})};
  }

  KBody takeLoaded(int64_t copy) {
    KBody out;
    for (size_t v = 0; v < stream_.versions.size(); ++v)
      for (const Position &at : columns_.positions())
        if (stream_.versions[v].level < 0) {
          const int version = static_cast<int>(v);
          ExprPtr value = scalar(columns_.ahead(version, at), fieldOf(stream_.versions[v].buffer).elem);
          out.push_back(makeKStmt(KAssign{columns_.value(version, at, 0, copy), value}));
        }
    return out;
  }

  // ---- Levels

  KBody iteration(int64_t copy) {
    KBody out = takeLoaded(copy);
    append(out, loadAhead(1));
    append(out, levels(copy));
    append(out, columns_.wait());
    append(out, places_.nextPlane());
    return out;
  }

  // Each takes over before the one before it is done, and hands over as soon as it is: on-chip memory and arithmetic are
  // busy at the same time.
  KBody levels(int64_t copy) {
    std::set<std::pair<int, Position>> taken;
    KBody out = columns_.takeOver(stream_.levels.front(), copy, taken);
    append(out, handOver(-1, copy));
    for (size_t l = 0; l < stream_.levels.size(); ++l) {
      const StreamLevel &level = stream_.levels[l];
      if (l + 1 < stream_.levels.size())
        append(out, columns_.takeOver(stream_.levels[l + 1], copy, taken));
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

  KBody handOver(int level, int64_t copy) {
    KBody out;
    for (size_t v = 0; v < stream_.versions.size(); ++v)
      if (stream_.versions[v].level == level)
        append(out, columns_.handOver(static_cast<int>(v), copy));
    return out;
  }

  KBody compute(const StreamLevel &level, int64_t copy) {
    const bool trap = mayTrap(stageOf(level)), careful = trap || (!isQuiet_ && readsMemory(level));
    const CellBounds domain = boundsOf(stageOf(level).domain);
    const std::vector<Position> positions = columns_.positions();
    ExprPtr out = chosen(within(plane(), domain[s_]), intLit(0, ScalarType::I32), intLit(-1, ScalarType::I32));
    KBody body = {makeKStmt(KLet{out_, ScalarType::I32, out})}, repair, fetch;
    for (size_t k = 0; k < positions.size(); ++k) {
      KBody cell = cellBody(level, positions[k], copy);
      KBody fixed = isQuiet_ ? KBody{} : keep(level, positions[k], copy);
      ExprPtr isOut = places_.isOutside(domain, k, scalar(out_, ScalarType::I32));
      if (careful) {
        ExprPtr go = trap ? both(negated(isOut), wanted(level, positions[k])) : negated(isOut);
        body.push_back(makeKStmt(KIf{go, std::move(cell), std::move(fixed)}));
        continue;
      }
      append(body, std::move(cell));
      for (const KStmtPtr &stmt : fixed) {
        const KAssign &assign = std::get<KAssign>(stmt->node);
        if (std::holds_alternative<Load>(assign.value->node))
          fetch.push_back(makeKStmt(KIf{isOut, {stmt}, {}}));
        else
          repair.push_back(makeKStmt(KAssign{assign.name, chosen(isOut, assign.value, scalar(assign.name, assign.value->type))}));
      }
    }
    append(body, std::move(repair));
    if (!fetch.empty())
      body.push_back(makeKStmt(KIf{places_.isAnyOutside(domain, scalar(out_, ScalarType::I32)), std::move(fetch), {}}));
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

  ExprPtr before(const StreamLevel &level, FieldId name, const StreamStore &store, const Position &at, int64_t copy) {
    const FieldId b = bufferOf(level, name);
    if (store.before == kInMemory)
      return load(b, places_.memoryIndex(at, -level.lag, {b, {}}));
    return held(store.before, at, level.lag - stream_.versions[store.before].lag, copy);
  }

  // The new value begins as the old one where the statements may leave it, or read it.
  bool beginsAsBefore(const StreamLevel &level, FieldId name) const {
    const auto store = level.stores.find(name);
    return store != level.stores.end() && store->second.version != -1 &&
           (store->second.keeps || readsItself(stageOf(level), name));
  }

  ExprPtr read(const StreamLevel &level, const FieldRead &element, const Position &at, int64_t copy) {
    if (element.offset == Offset{} && beginsAsBefore(level, element.field))
      return held(level.stores.at(element.field).version, at, 0, copy);
    const int version = level.reads.at(element.field);
    const FieldId b = bufferOf(level, element.field);
    if (version == kInMemory)
      return load(b, places_.memoryIndex(at, -level.lag, {b, element.offset, element.far}));
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

  // What a cell has that the stage doesn't update.
  KBody keep(const StreamLevel &level, const Position &at, int64_t copy) {
    KBody out;
    for (const auto &[name, store] : level.stores) {
      const FieldId b = bufferOf(level, name);
      if (store.version == -1 || fieldOf(b).hidden)
        continue;
      ExprPtr value = store.keepsOutside && store.before != kInMemory ? before(level, name, store, at, copy)
                                                                      : load(b, places_.nearIndex(at, -level.lag, b));
      out.push_back(makeKStmt(KAssign{columns_.value(store.version, at, 0, copy), value}));
    }
    return out;
  }

  // ---- Results

  KBody storeResults(const StreamLevel &level, int64_t copy) {
    KBody out;
    for (const auto &[name, store] : level.stores) {
      const FieldId b = bufferOf(level, name);
      if (store.version != -1 && stream_.last[b] == store.version && t_.cone.buffers[b].stored)
        append(out, storeResult(b, store.version, copy));
    }
    return out;
  }

  KBody storeResult(FieldId b, int version, int64_t copy) {
    const FieldHull &hull = t_.context.hulls[b];
    CellBounds mine = storedCells(t_, b);
    for (int a = 0; a < program().rank; ++a)
      mine[a] = {greatest(t_.context.from(a), mine[a].lo),
                 least(add(t_.context.from(a), intLit(t_.context.schedule.tile[a])), mine[a].hi)};
    KBody all, some, rows;
    const bool clip = !isQuiet_ && hull.first && t_.cone.buffers[b].spare;
    const int64_t lag = stream_.versions[version].lag;
    const std::vector<Position> positions = columns_.positions();
    for (size_t k = 0; k < positions.size(); ++k) {
      ExprPtr index = places_.memoryIndex(positions[k], -lag, {b, {}});
      KStmtPtr store = makeKStmt(KStore{resultOf(t_, b), index, held(version, positions[k], 0, copy)});
      all.push_back(store);
      ExprPtr condition = negated(places_.isOutside(mine, k));
      if (clip)
        condition = both(condition, binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, index, hull.first),
                                           binary(BinaryOp::Le, index, hull.last)));
      some.push_back(makeKStmt(KIf{condition, {store}, {}}));
    }
    if (isQuiet_)
      forRows(b, [&](const std::vector<Position> &cells) {
        std::vector<ExprPtr> values;
        for (const Position &cell : cells)
          values.push_back(held(version, cell, 0, copy));
        rows.push_back(makeKStmt(KStoreRow{resultOf(t_, b), places_.memoryIndex(cells.front(), -lag, {b, {}}), values}));
      });
    all = inRows(b, std::move(rows), std::move(all));
    if (!clip)
      some = {makeKStmt(KIf{places_.blockWithin(mine), std::move(all), std::move(some)})};
    ExprPtr isWanted = isQuiet_ ? binary(BinaryOp::Ge, plane(), mine[s_].lo) : within(plane(), mine[s_]);
    return {makeKStmt(KIf{isWanted, std::move(some), {}})};
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
  StreamPlaces places_;
  int s_;
  std::string plane_, calm_, calmEnd_, part_, out_, end_;
  bool isQuiet_ = false;
  CellBounds grid_;
};

} // namespace

Kernel pipelineKernel(const Tiles &t, const std::string &suffix) {
  PipelineBody pipeline(t);
  KBody body = pipeline.build();
  Kernel kernel = tileKernel(t, suffix, std::move(body));
  kernel.resident = t.context.schedule.resident;
  kernel.items = pipeline.columns().items();
  kernel.groupArrays = pipeline.columns().arrays();
  return kernel;
}

} // namespace kasane::lowering
