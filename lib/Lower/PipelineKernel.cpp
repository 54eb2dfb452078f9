// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells outside of what somebody wants are computed along, from whatever is there, and nobody uses them. Cells that a stage
// doesn't update are put right afterwards, where a block may have some: they hold what the buffer's memory holds, or what an
// earlier stage of the pass left.
#include "PipelineKernel.h"

#include "CellBody.h"
#include "Columns.h"

#include "kasane/Support/Match.h"

namespace kasane::lowering {
namespace {

ExprPtr both(const ExprPtr &a, const ExprPtr &b) { return a ? binary(BinaryOp::LogicalAnd, a, b) : b; }
ExprPtr within(const ExprPtr &at, const ExprBounds &bounds) {
  return binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, at, bounds.lo), binary(BinaryOp::Lt, at, bounds.hi));
}
ExprPtr clamped(const ExprPtr &at, const ExprPtr &first, const ExprPtr &last) { return minOf(maxOf(at, first), last); }
ExprPtr negated(const ExprPtr &e) { return makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, e}); }
ExprPtr chosen(const ExprPtr &condition, const ExprPtr &a, const ExprPtr &b) {
  return makeExpr(a->type, Select{condition, a, b});
}
void append(KBody &body, KBody more) { body.insert(body.end(), more.begin(), more.end()); }

// May evaluating it anywhere trap, or read what isn't there?
bool isCareful(const StreamLevel &level) {
  bool careful = false;
  for (const auto &[name, version] : level.reads)
    careful |= version == kInMemory;
  for (const auto &[name, store] : level.stores)
    careful |= store.keeps && store.before == kInMemory;
  return careful;
}
bool mayTrap(const Stage &stage) {
  bool trap = false;
  walkExprs(stage.body, [&](const Expr &e) {
    const auto *b = std::get_if<Binary>(&e.node);
    trap |= b && (b->op == BinaryOp::Div || b->op == BinaryOp::Rem) && !isFloat(e.type);
  });
  return trap;
}

class PipelineBody {
public:
  explicit PipelineBody(const Tiles &tiles)
      : t_(tiles), stream_(streamOf(tiles.context.program, tiles.cone)), columns_(tiles, stream_), s_(stream_.axis) {
    Names &names = t_.context.names;
    plane_ = names.fresh("at_" + t_.context.cell[s_]);
    calm_ = names.fresh("calm");
    out_ = names.fresh("out");
    grid_ = gridOf(tiles);
    end_ = names.fresh(t_.context.cell[s_] + "_end");
  }

  KBody build() {
    KBody loop;
    KBody ahead = loadAhead(start());
    for (int64_t copy = 0; copy < columns_.copies(); ++copy)
      append(loop, iteration(copy));
    KBody perLoop = {makeKStmt(KLet{calm_, ScalarType::I32, calm()})};
    append(perLoop, std::move(loop));
    KBody body = columns_.definitions();
    append(body, blockLets());
    body.push_back(makeKStmt(KLet{end_, ScalarType::I64, segmentEnd()}));
    append(body, rows());
    append(body, columns_.variables());
    append(body, std::move(ahead));
    body.push_back(makeKStmt(KFor{plane_, start(), add(scalar(end_), intLit(behind())), columns_.copies(), std::move(perLoop)}));
    return withoutUnused(std::move(body));
  }

  const Columns &columns() const { return columns_; }

private:
  const StencilProgram &program() const { return t_.context.program; }
  const Field &fieldOf(FieldId b) const { return program().fields[b]; }

  // ---- Where things are

  // The first iteration: what is loaded first, or computed first.
  ExprPtr start() const {
    int64_t first = INT64_MAX;
    for (const StreamVersion &v : stream_.versions)
      first = std::min(first, v.reach.lo[s_] + v.lag);
    return add(t_.context.from(s_), intLit(first));
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
    return least(add(t_.context.from(s_), intLit(t_.context.schedule.tile[s_])), grid_[s_].hi);
  }

  ExprPtr cellAt(const Position &at, int axis) const {
    return add(columns_.first(axis), intLit(axis == 0 ? at.x : at.y));
  }

  ExprPtr blockWithin(const CellBounds &bounds) const {
    ExprPtr in;
    for (int a = 0; a < s_; ++a)
      in = both(in, binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, columns_.first(a), bounds[a].lo),
                           binary(BinaryOp::Le, add(columns_.first(a), intLit(columns_.cells(a))), bounds[a].hi)));
    return in;
  }
  ExprPtr cellWithin(const Position &at, const ExprPtr &plane, const CellBounds &bounds) const {
    ExprPtr in;
    for (int a = 0; a < s_; ++a)
      in = both(in, within(cellAt(at, a), bounds[a]));
    return plane ? both(in, within(plane, bounds[s_])) : in;
  }

  // Which part of the memory's index doesn't depend on the plane.
  KBody rows() const {
    KBody out;
    for (size_t b = 0; b < program().fields.size(); ++b) {
      ExprPtr base = intLit(0);
      for (int a = s_ - 1; a >= 0; --a)
        if (fieldOf(static_cast<FieldId>(b)).has[a])
          base = add(base, mul(columns_.first(a), toExpr(fieldOf(static_cast<FieldId>(b)).stride[a])));
      out.push_back(makeKStmt(KLet{t_.context.row[b], ScalarType::I64, base}));
    }
    return out;
  }

  ExprPtr memoryIndex(const Position &at, const ExprPtr &plane, const FieldRead &element) const {
    const Field &field = fieldOf(element.field);
    Poly shift;
    for (int a = 0; a < program().rank; ++a)
      if (field.has[a])
        shift = shift + (distanceOf(element, a) + Poly(a == s_ ? 0 : a == 0 ? at.x : at.y)) * field.stride[a];
    ExprPtr index = scalar(t_.context.row[element.field]);
    if (field.has[s_])
      index = add(index, mul(plane, toExpr(field.stride[s_])));
    return add(index, toExpr(shift));
  }

  ExprPtr corner(FieldId b, bool high) const {
    const FieldHull &hull = t_.context.hulls[b];
    ExprPtr index = intLit(0);
    for (int a = program().rank - 1; a >= 0; --a)
      if (fieldOf(b).has[a])
        index = add(index, mul(high ? sub(hull.box[a].hi, intLit(1)) : hull.box[a].lo, toExpr(fieldOf(b).stride[a])));
    return index;
  }

  // An element of the buffer: this one, if there is one.
  ExprPtr nearIndex(const Position &at, const ExprPtr &plane, FieldId b) const {
    const FieldHull &hull = t_.context.hulls[b];
    return clamped(memoryIndex(at, plane, {b, {}}), hull.first ? hull.first : corner(b, false),
                   hull.last ? hull.last : corner(b, true));
  }

  ExprPtr load(FieldId b, const ExprPtr &index) const {
    return makeExpr(fieldOf(b).elem, Load{nameOfBuffer(t_, b), index});
  }

  // ---- Facts about a block, worked out once

  // A bit for each cell of the block that isn't within the bounds.
  ExprPtr cellsOutside(const CellBounds &bounds) {
    ExprPtr bits;
    int64_t bit = 1;
    for (const Position &at : columns_.positions()) {
      ExprPtr one = chosen(cellWithin(at, nullptr, bounds), intLit(0, ScalarType::I32), intLit(bit, ScalarType::I32));
      bits = bits ? binary(BinaryOp::Or, bits, one) : one;
      bit *= 2;
    }
    return scalar(factName("outside", bits), ScalarType::I32);
  }
  static ExprPtr isBit(const ExprPtr &bits, size_t k) {
    return binary(BinaryOp::And, bits, intLit(int64_t{1} << k, ScalarType::I32));
  }

  std::string factName(const std::string &kind, const ExprPtr &value) {
    auto [it, isNew] = facts_.try_emplace(print(value));
    if (isNew) {
      it->second = t_.context.names.fresh(kind);
      factValues_.push_back({it->second, value});
    }
    return it->second;
  }
  KBody blockLets() const {
    KBody out;
    for (const auto &[name, value] : factValues_)
      out.push_back(makeKStmt(KLet{name, ScalarType::I32, value}));
    return out;
  }

  // ---- Planes that are loaded

  KBody loadAhead(const ExprPtr &plane) {
    KBody out;
    for (size_t v = 0; v < stream_.versions.size(); ++v)
      if (stream_.versions[v].level < 0)
        append(out, loadPlane(static_cast<int>(v), plane));
    return out;
  }

  KBody loadPlane(int version, const ExprPtr &plane) {
    const FieldId b = stream_.versions[version].buffer;
    const FieldHull &hull = t_.context.hulls[b];
    KBody plain, near;
    ExprPtr inside = clamped(plane, hull.box[s_].lo, sub(hull.box[s_].hi, intLit(1)));
    for (const Position &at : columns_.positions()) {
      const std::string name = columns_.ahead(version, at);
      plain.push_back(makeKStmt(KAssign{name, load(b, memoryIndex(at, inside, {b, {}}))}));
      near.push_back(makeKStmt(KAssign{name, load(b, nearIndex(at, plane, b))}));
    }
    if (hull.first)
      return near;
    return {makeKStmt(KIf{scalar(factName("loads", blockWithin(hull.box)), ScalarType::I32), std::move(plain), std::move(near)})};
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

  // No level of any copy works on a plane that its stage leaves out.
  ExprPtr calm() const {
    ExprPtr all;
    for (const StreamLevel &level : stream_.levels) {
      const AxisBounds &domain = program().stages[level.stage].domain[s_];
      ExprPtr low = binary(BinaryOp::Ge, scalar(plane_), add(toExpr(domain.lo), intLit(level.lag)));
      ExprPtr high = binary(BinaryOp::Le, add(scalar(plane_), intLit(columns_.copies())), add(toExpr(domain.hi), intLit(level.lag)));
      all = both(all, binary(BinaryOp::LogicalAnd, low, high));
    }
    return all;
  }

  KBody iteration(int64_t copy) {
    KBody out = takeLoaded(copy);
    append(out, loadAhead(add(scalar(plane_), intLit(copy + 1))));
    std::set<std::pair<int, Position>> taken;
    for (const StreamLevel &level : stream_.levels) {
      out.push_back(makeKStmt(KComment{"step " + std::to_string(level.step + 1) + " of " + std::to_string(t_.cone.depth) +
                                       ", loop nest " + std::to_string(level.stage + 1)}));
      append(out, columns_.takeOver(level, copy, taken));
      KBody inner = compute(level, copy);
      KBody plane = {makeKStmt(KLet{t_.context.cell[s_], ScalarType::I64, add(scalar(plane_), intLit(copy - level.lag))})};
      dropUnusedLets(plane, inner);
      append(plane, std::move(inner));
      out.push_back(makeKStmt(KBlock{std::move(plane)}));
    }
    append(out, columns_.handOver(copy));
    append(out, columns_.moveOn());
    return out;
  }

  ExprPtr edge(const StreamLevel &level) {
    const CellBounds domain = boundsOf(program().stages[level.stage].domain);
    return binary(BinaryOp::LogicalAnd, scalar(calm_, ScalarType::I32),
                  scalar(factName("inner", blockWithin(domain)), ScalarType::I32));
  }

  KBody compute(const StreamLevel &level, int64_t copy) {
    const Stage &stage = program().stages[level.stage];
    const bool trap = mayTrap(stage), careful = trap || isCareful(level);
    const CellBounds domain = boundsOf(stage.domain);
    ExprPtr inner = edge(level), plane = t_.context.at(s_);
    ExprPtr out = chosen(within(plane, domain[s_]), cellsOutside(domain), intLit(-1, ScalarType::I32));
    KBody body, repair = {makeKStmt(KLet{out_, ScalarType::I32, out})};
    if (careful)
      body.push_back(makeKStmt(KLet{out_, ScalarType::I32, chosen(inner, intLit(0, ScalarType::I32), out)}));
    const std::vector<Position> positions = columns_.positions();
    for (size_t k = 0; k < positions.size(); ++k) {
      KBody cell = cellBody(level, positions[k], copy), fixed = keep(level, positions[k], copy);
      ExprPtr isOut = isBit(scalar(out_, ScalarType::I32), k);
      if (careful) {
        ExprPtr go = negated(isOut);
        body.push_back(makeKStmt(KIf{trap ? both(go, wanted(level, positions[k], plane)) : go, std::move(cell), std::move(fixed)}));
        continue;
      }
      append(body, std::move(cell));
      if (!fixed.empty())
        repair.push_back(makeKStmt(KIf{isOut, std::move(fixed), {}}));
    }
    if (repair.size() > 1)
      body.push_back(makeKStmt(KIf{negated(inner), std::move(repair), {}}));
    append(body, storeResults(level, copy));
    return body;
  }

  // Of the cells that somebody wants: elsewhere operands may be anything.
  ExprPtr wanted(const StreamLevel &level, const Position &at, const ExprPtr &plane) const {
    CellBounds cells;
    for (int a = 0; a < program().rank; ++a)
      cells[a] = {add(t_.context.from(a), intLit(level.reach.lo[a])),
                  add(t_.context.from(a), intLit(t_.context.schedule.tile[a] + level.reach.hi[a]))};
    return cellWithin(at, plane, cells);
  }

  ExprPtr held(int version, const Position &at, int64_t age, int64_t copy) {
    return scalar(columns_.value(version, at, age, copy), fieldOf(stream_.versions[version].buffer).elem);
  }

  ExprPtr before(const StreamLevel &level, FieldId name, const StreamStore &store, const Position &at, int64_t copy) {
    const FieldId b = t_.cone.boundTo[level.step][name];
    if (store.before == kInMemory)
      return load(b, memoryIndex(at, t_.context.at(s_), {b, {}}));
    return held(store.before, at, level.lag - stream_.versions[store.before].lag, copy);
  }

  KBody cellBody(const StreamLevel &level, const Position &at, int64_t copy) {
    const Stage &stage = program().stages[level.stage];
    KBody out;
    auto startsAsBefore = [&](FieldId name, const StreamStore &store) {
      return store.version != -1 && (store.keeps || readsItself(stage, name));
    };
    for (const auto &[name, store] : level.stores)
      if (startsAsBefore(name, store))
        out.push_back(makeKStmt(KAssign{columns_.value(store.version, at, 0, copy), before(level, name, store, at, copy)}));
    Elements elements;
    elements.read = [&](const FieldRead &element, ScalarType) -> ExprPtr {
      const auto stored = level.stores.find(element.field);
      if (stored != level.stores.end() && element.offset == Offset{} && startsAsBefore(element.field, stored->second))
        return held(stored->second.version, at, 0, copy);
      const int version = level.reads.at(element.field);
      const FieldId b = t_.cone.boundTo[level.step][element.field];
      if (version == kInMemory)
        return load(b, memoryIndex(at, t_.context.at(s_), {b, element.offset, element.far}));
      const Position from{at.x + element.offset[0], at.y + (s_ > 1 ? element.offset[1] : 0)};
      return held(version, from, level.lag - element.offset[s_] - stream_.versions[version].lag, copy);
    };
    elements.store = [&](const FieldRead &element, ExprPtr value) -> KStmtPtr {
      const StreamStore &store = level.stores.at(element.field);
      return store.version == -1 ? nullptr : makeKStmt(KAssign{columns_.value(store.version, at, 0, copy), std::move(value)});
    };
    append(out, lowerCell(t_.context, stage.body, level.step, elements));
    return inScope(at, std::move(out));
  }

  static bool readsItself(const Stage &stage, FieldId name) {
    bool found = false;
    walkExprs(stage.body, [&](const Expr &e) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      found |= read && read->field == name && read->offset == Offset{} && !isFar(read->far);
    });
    return found;
  }

  // With the cell's coordinates, where they are used, and its locals.
  KBody inScope(const Position &at, KBody cell) const {
    KBody lets;
    for (int a = 0; a < s_; ++a)
      lets.push_back(makeKStmt(KLet{t_.context.cell[a], ScalarType::I64, cellAt(at, a)}));
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
      const FieldId b = t_.cone.boundTo[level.step][name];
      if (store.version == -1 || fieldOf(b).hidden)
        continue;
      ExprPtr value = store.keepsOutside && store.before != kInMemory ? before(level, name, store, at, copy)
                                                                     : load(b, nearIndex(at, t_.context.at(s_), b));
      out.push_back(makeKStmt(KAssign{columns_.value(store.version, at, 0, copy), value}));
    }
    return out;
  }

  // ---- Results

  KBody storeResults(const StreamLevel &level, int64_t copy) {
    KBody out;
    for (const auto &[name, store] : level.stores) {
      const FieldId b = t_.cone.boundTo[level.step][name];
      if (store.version == -1 || stream_.last[b] != store.version || !t_.cone.buffers[b].stored)
        continue;
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
    KBody all, some;
    ExprPtr plane = t_.context.at(s_), others = cellsOutside(mine);
    const bool clip = hull.first && t_.cone.buffers[b].spare;
    const std::vector<Position> positions = columns_.positions();
    for (size_t k = 0; k < positions.size(); ++k) {
      ExprPtr index = memoryIndex(positions[k], plane, {b, {}});
      KStmtPtr store = makeKStmt(KStore{resultOf(t_, b), index, held(version, positions[k], 0, copy)});
      all.push_back(store);
      ExprPtr condition = negated(isBit(others, k));
      if (clip)
        condition = both(condition, binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, index, hull.first),
                                           binary(BinaryOp::Le, index, hull.last)));
      some.push_back(makeKStmt(KIf{condition, {store}, {}}));
    }
    if (!clip)
      some = {makeKStmt(KIf{scalar(factName("stores", blockWithin(mine)), ScalarType::I32), std::move(all), std::move(some)})};
    return {makeKStmt(KIf{within(plane, mine[s_]), std::move(some), {}})};
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
  int s_;
  std::string plane_, calm_, out_, end_;
  CellBounds grid_;
  std::map<std::string, std::string> facts_; // by the condition
  std::vector<std::pair<std::string, ExprPtr>> factValues_;
};

} // namespace

Kernel pipelineKernel(const Tiles &t, const std::string &suffix) {
  PipelineBody pipeline(t);
  KBody body = pipeline.build();
  Kernel kernel = tileKernel(t, suffix, std::move(body));
  kernel.items = pipeline.columns().items();
  kernel.groupArrays = pipeline.columns().arrays();
  return kernel;
}

} // namespace kasane::lowering
