// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StreamMemory.h"

namespace kasane::lowering {
namespace {

void append(KBody &body, KBody more) { body.insert(body.end(), more.begin(), more.end()); }

} // namespace

ExprPtr StreamMemory::load(FieldId b, const ExprPtr &index) const {
  return makeExpr(fieldOf(b).elem, Load{nameOfBuffer(t_, b), index});
}

// ---- Planes

KBody StreamMemory::loadFirst() {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    for (const Position &at : columns_.positions())
      if (const FieldId b = stream_.versions[v].buffer; stream_.versions[v].level < 0)
        out.push_back(makeKStmt(KAssign{columns_.ahead(static_cast<int>(v), at), load(b, places_.nearIndex(at, 0, b))}));
  return out;
}

KBody StreamMemory::loadAhead(int64_t copy, Planes kind) {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    if (stream_.versions[v].level < 0)
      append(out, kind == Planes::Edge ? loadPlane(static_cast<int>(v)) : loadCalmPlane(static_cast<int>(v), kind == Planes::CalmRows));
  for (const StreamVersion &version : stream_.versions)
    if (version.level < 0)
      append(out, prefetch(version.buffer, copy, kind));
  return out;
}

KBody StreamMemory::loadPlane(int version) {
  const FieldId b = stream_.versions[version].buffer;
  KBody out;
  for (const Position &at : columns_.positions())
    out.push_back(makeKStmt(KAssign{columns_.ahead(version, at), load(b, places_.nearIndex(at, 1, b))}));
  return out;
}

// Memory takes longer than an iteration, and a compiler may load later than it is told to.
KBody StreamMemory::prefetch(FieldId b, int64_t copy, Planes kind) {
  const CellBounds memory = memoryOf(t_, b);
  ExprPtr is = places_.isPlaneWithin({kind == Planes::Edge ? memory[s_].lo : nullptr, memory[s_].hi}, copy + kPrefetched);
  if (kind == Planes::Edge)
    is = both(is, places_.blockWithin(memory));
  KBody out;
  for (const Position &at : columns_.positions())
    if (at.x == 0) // the others are beside it
      out.push_back(makeKStmt(KPrefetch{nameOfBuffer(t_, b), places_.memoryIndex(at, kPrefetched, {b, {}})}));
  return {makeKStmt(KIf{is, std::move(out), {}})};
}

KBody StreamMemory::loadCalmPlane(int version, bool inRows) {
  const FieldId b = stream_.versions[version].buffer;
  KBody out;
  if (const auto rows = rowsOf(b); inRows && !rows.empty()) {
    for (const std::vector<Position> &row : rows) {
      std::vector<std::string> names;
      for (const Position &at : row)
        names.push_back(columns_.ahead(version, at));
      out.push_back(makeKStmt(KLoadRow{names, fieldOf(b).elem, nameOfBuffer(t_, b), places_.memoryIndex(row.front(), 1, {b, {}})}));
    }
    return out;
  }
  for (const Position &at : columns_.positions())
    out.push_back(makeKStmt(KAssign{columns_.ahead(version, at), load(b, places_.memoryIndex(at, 1, {b, {}}))}));
  return out;
}

KBody StreamMemory::takeLoaded(int64_t copy) {
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

// The block's cells that one access may move; none, where that is one.
std::vector<std::vector<Position>> StreamMemory::rowsOf(FieldId b) const {
  const size_t elements = static_cast<size_t>(places_.elementsOfRow(b));
  std::vector<std::vector<Position>> rows;
  for (const Position &at : columns_.positions()) {
    if (rows.empty() || rows.back().size() == elements)
      rows.emplace_back();
    rows.back().push_back(at);
  }
  return elements > 1 ? rows : std::vector<std::vector<Position>>();
}

ExprPtr StreamMemory::isInRows() const {
  std::set<FieldId> moved;
  for (const StreamVersion &version : stream_.versions)
    if (version.level < 0)
      moved.insert(version.buffer);
  for (size_t b = 0; b < stream_.last.size(); ++b)
    if (isStored(b))
      moved.insert(static_cast<FieldId>(b));
  ExprPtr all;
  std::set<std::string> known;
  for (const FieldId b : moved)
    if (ExprPtr is = places_.elementsOfRow(b) > 1 ? places_.isInRows(b) : nullptr; is && known.insert(print(is)).second)
      all = both(all, is);
  return all;
}

// ---- What isn't updated

ExprPtr StreamMemory::fetched(int version, const Position &at) {
  const StreamVersion &made = stream_.versions[version];
  return fetchesAhead() ? scalar(columns_.ahead(version, at), fieldOf(made.buffer).elem)
                        : load(made.buffer, places_.nearIndex(at, -made.lag, made.buffer));
}

KBody StreamMemory::fetchFirst(int version) {
  const StreamVersion &made = stream_.versions[version];
  KBody out;
  if (!fetchesAhead())
    return out;
  for (const Position &at : columns_.positions())
    out.push_back(makeKStmt(KAssign{columns_.ahead(version, at), load(made.buffer, places_.nearIndex(at, -made.lag, made.buffer))}));
  return out;
}

KBody StreamMemory::fetchAhead(int version, const CellBounds &domain, int64_t copy) {
  const StreamVersion &made = stream_.versions[version];
  KBody out;
  if (!fetchesAhead())
    return out;
  for (const Position &at : columns_.positions())
    out.push_back(makeKStmt(KAssign{columns_.ahead(version, at), load(made.buffer, places_.nearIndex(at, 1 - made.lag, made.buffer))}));
  ExprPtr next = places_.isPlaneOutside(domain[s_], copy + 1 - made.lag);
  return {makeKStmt(KIf{places_.isAnyOutside(domain, next), std::move(out), {}})};
}

// ---- Results

CellBounds StreamMemory::stored(FieldId b) const {
  CellBounds mine = storedCells(t_, b);
  for (int a = 0; a < t_.context.program.rank; ++a)
    mine[a] = {greatest(t_.context.from(a), mine[a].lo), least(t_.context.tileEnd(a), mine[a].hi)};
  return mine;
}

KStmtPtr StreamMemory::storeCell(int version, const Position &at, int64_t copy) {
  const FieldId b = stream_.versions[version].buffer;
  return makeKStmt(KStore{resultOf(t_, b), places_.memoryIndex(at, -stream_.versions[version].lag, {b, {}}),
                          scalar(columns_.value(version, at, 0, copy), fieldOf(b).elem)});
}

KBody StreamMemory::storeCells(int version, int64_t copy, bool clip) {
  const FieldId b = stream_.versions[version].buffer;
  const CellBounds mine = stored(b);
  const std::vector<Position> positions = columns_.positions();
  KBody all, some;
  for (size_t k = 0; k < positions.size(); ++k) {
    KStmtPtr cell = storeCell(version, positions[k], copy);
    ExprPtr condition = negated(places_.isOutside(mine, k));
    if (clip) {
      const FieldHull &hull = t_.context.hulls[b];
      const ExprPtr &index = std::get<KStore>(cell->node).index;
      condition = both(condition, binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, index, hull.first),
                                         binary(BinaryOp::Le, index, hull.last)));
    }
    all.push_back(cell);
    some.push_back(makeKStmt(KIf{condition, {cell}, {}}));
  }
  return clip ? some : KBody{makeKStmt(KIf{places_.blockWithin(mine), std::move(all), std::move(some)})};
}

// The tile and what is stored around it are whole rows, so one that begins outside is outside.
KBody StreamMemory::storeRows(int version, int64_t copy) {
  const FieldId b = stream_.versions[version].buffer;
  const CellBounds mine = stored(b);
  KBody out;
  size_t k = 0;
  for (const std::vector<Position> &row : rowsOf(b)) {
    std::vector<ExprPtr> values;
    for (const Position &at : row)
      values.push_back(scalar(columns_.value(version, at, 0, copy), fieldOf(b).elem));
    const int64_t lag = stream_.versions[version].lag;
    KStmtPtr store = makeKStmt(KStoreRow{resultOf(t_, b), places_.memoryIndex(row.front(), -lag, {b, {}}), values});
    out.push_back(makeKStmt(KIf{negated(places_.isOutside(mine, k)), {store}, {}}));
    k += row.size();
  }
  return out;
}

KBody StreamMemory::store(int version, int64_t copy, Planes kind) {
  const FieldId b = stream_.versions[version].buffer;
  const CellBounds mine = stored(b);
  const bool clip = kind == Planes::Edge && t_.context.hulls[b].first && t_.cone.buffers[b].spare;
  const bool inRows = kind == Planes::CalmRows && places_.elementsOfRow(b) > 1;
  // Calm planes end before those that aren't stored.
  const ExprBounds planes{mine[s_].lo, kind == Planes::Edge ? mine[s_].hi : nullptr};
  return {makeKStmt(KIf{places_.isPlaneWithin(planes, copy - stream_.versions[version].lag),
                        inRows ? storeRows(version, copy) : storeCells(version, copy, clip), {}})};
}

} // namespace kasane::lowering
