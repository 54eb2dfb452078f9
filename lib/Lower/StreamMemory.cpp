// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StreamMemory.h"

#include "SharedPlaces.h"

namespace kasane::lowering {
namespace {

constexpr int64_t kUnderWay = 24 << 10; // bytes: a unit that waits for so many at a time keeps its share of memory busy

void append(KBody &body, KBody more) { body.insert(body.end(), more.begin(), more.end()); }

// All of them, each once; null: nothing.
class Conditions {
public:
  void add(const ExprPtr &is) {
    if (is && known_.insert(print(is)).second)
      all_ = both(all_, is);
  }
  ExprPtr all() const { return all_; }

private:
  std::set<std::string> known_;
  ExprPtr all_;
};

} // namespace

ExprPtr StreamMemory::load(FieldId b, const ExprPtr &index) const {
  return makeExpr(fieldOf(b).elem, Load{nameOfBuffer(t_, b), index});
}

// ---- Planes

KBody StreamMemory::loadLine() {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    if (stream_.versions[v].level < 0)
      append(out, loadPlane(static_cast<int>(v), 1, Planes::Rim));
  return out;
}

KBody StreamMemory::loadAhead(int64_t copy, Planes kind) {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    if (stream_.versions[v].isAhead() && isWanted(v, 1))
      append(out, loadPlane(static_cast<int>(v), 1, kind));
  for (const StreamVersion &version : stream_.versions)
    if (version.isAhead() && isWanted(&version - stream_.versions.data(), planesNear()))
      append(out, prefetch(version.buffer, planesNear(), copy, kind));
  return out;
}

KBody StreamMemory::loadHeld(int64_t copy, Planes kind) {
  KBody out, taken;
  for (size_t v = 0; v < stream_.versions.size(); ++v) {
    const StreamVersion &version = stream_.versions[v];
    if (version.level >= 0 || version.isAhead() || version.isOnChip || !isWanted(v, -version.lag))
      continue;
    const int held = static_cast<int>(v);
    append(out, loadPlane(held, -version.lag, kind));
    append(out, prefetch(version.buffer, planesNear() - version.lag, copy, kind));
    for (const Position &at : columns_.positions())
      taken.push_back(makeKStmt(KAssign{columns_.value(held, at, 0, copy), fetched(held, at)}));
  }
  out = withSharedPlaces(t_.context, std::move(out), sharedPlaces_);
  append(out, std::move(taken));
  return out;
}

KStmtPtr StreamMemory::cellOf(int version, const Position &at, const ExprPtr &index) {
  const FieldId b = stream_.versions[version].buffer;
  return stream_.versions[version].isOnChip ? columns_.bring(version, at, false, {nameOfBuffer(t_, b), index})
                                            : makeKStmt(KAssign{columns_.ahead(version, at), load(b, index)});
}

KBody StreamMemory::loadCells(int version, int64_t planes, Planes kind, const IsWanted &is) {
  const FieldId b = stream_.versions[version].buffer;
  const std::vector<Position> positions = columns_.positions();
  KBody out;
  for (size_t k = 0; k < positions.size(); ++k) {
    ExprPtr index = places_.memoryIndex(positions[k], planes, {b, {}}), condition = is ? is(k, 1) : nullptr;
    if (kind == Planes::Edge && t_.context.hulls[b].first)
      condition = both(condition, isPart(b, index));
    if (const ExprPtr rows = toWanted(stream_.versions[version], positions[k], kind))
      index = add(index, rows);
    KStmtPtr cell = cellOf(version, positions[k], index);
    out.push_back(condition ? makeKStmt(KIf{condition, {cell}, {}}) : cell);
  }
  return out;
}

KBody StreamMemory::loadRows(int version, int64_t planes, const IsWanted &is) {
  const FieldId b = stream_.versions[version].buffer;
  KBody out;
  size_t k = 0;
  for (const std::vector<Position> &cells : rowsOf(b)) {
    std::vector<std::string> names;
    for (const Position &at : cells)
      names.push_back(columns_.ahead(version, at));
    KStmtPtr row = makeKStmt(
        KLoadRow{names, fieldOf(b).elem, nameOfBuffer(t_, b), places_.memoryIndex(cells.front(), planes, {b, {}})});
    out.push_back(is ? makeKStmt(KIf{is(k, cells.size()), {row}, {}}) : row);
    k += cells.size();
  }
  return out;
}

KBody StreamMemory::rowsOr(KBody rows, KBody cells) const {
  if (rows.empty() || !hasRows())
    return cells;
  return {makeKStmt(KIf{binary(BinaryOp::Ne, scalar(rimInRows_), intLit(0)), std::move(rows), std::move(cells)})};
}

KBody StreamMemory::loadWhere(int version, int64_t planes, Planes kind, const IsWanted &is) {
  KBody rows;
  if (stream_.versions[version].isOnChip)
    return loadCells(version, planes, kind, is);
  if (kind == Planes::CalmRows)
    rows = loadRows(version, planes, is);
  if (kind == Planes::Rim)
    rows = rowsOr(loadRows(version, planes, is), loadCells(version, planes, kind, is));
  return rows.empty() ? loadCells(version, planes, kind, is) : rows;
}

Outside StreamMemory::outsideMemory(FieldId b, Planes kind) const {
  const CellBounds &all = t_.context.hulls[b].box;
  if (kind == Planes::Edge)
    return {all, places_.isPlaneNeverOutside(all[s_]) ? nullptr : scalar(gone_, ScalarType::I32)};
  const Outside memory{memoryOf(t_, b), nullptr};
  return places_.isNever(memory) ? memory : Outside{memory.box, places_.outsideAtRim(kind)};
}

KBody StreamMemory::knowingGone(FieldId b, int64_t planes, Planes kind, KBody body) {
  if (kind != Planes::Edge || places_.isPlaneNeverOutside(t_.context.hulls[b].box[s_]))
    return body;
  body.insert(body.begin(),
              makeKStmt(KLet{gone_, ScalarType::I32, places_.isPlaneOutside(t_.context.hulls[b].box[s_], planes)}));
  return {makeKStmt(KBlock{std::move(body)})};
}

ExprPtr StreamMemory::isPart(FieldId b, const ExprPtr &index) const {
  const FieldHull &hull = t_.context.hulls[b];
  return binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, index, hull.first), binary(BinaryOp::Le, index, hull.last));
}

KBody StreamMemory::loadPlane(int version, int64_t planes, Planes kind) {
  if (!asksCells(kind))
    return loadWhere(version, planes, kind, nullptr);
  const FieldId b = stream_.versions[version].buffer;
  const Outside memory = outsideMemory(b, kind);
  if (places_.isNever(memory))
    return loadWhere(version, planes, kind, nullptr);
  return knowingGone(b, planes, kind, loadWhere(version, planes, kind, [&](size_t k, size_t) {
                       return negated(places_.isOutside(memory, k));
                     }));
}

// Unless a unit's work-items load enough of the next plane.
bool StreamMemory::prefetches() const {
  int64_t bytes = 0;
  for (const StreamVersion &version : stream_.versions)
    bytes += version.level < 0 ? sizeOf(fieldOf(version.buffer).elem) : 0;
  return bytes * columns_.cells(0) * columns_.cells(1) * columns_.block().items() * t_.context.schedule.resident <
         kUnderWay;
}

// Memory takes longer than an iteration, and a compiler may load later than it is told to.
KBody StreamMemory::prefetch(FieldId b, int64_t planes, int64_t copy, Planes kind) {
  const CellBounds memory = memoryOf(t_, b);
  if (!prefetches() || (kind == Planes::Edge && t_.context.rings.axis[s_]))
    return {};
  ExprPtr is = places_.isPlaneWithin({kind == Planes::Edge ? memory[s_].lo : nullptr, memory[s_].hi}, copy + planes);
  if (ExprPtr in = asksCells(kind) ? places_.imagesWithin(memory) : nullptr)
    is = both(is, in);
  KBody out;
  for (const Position &at : columns_.positions())
    if (at.x == 0) // the others are beside it
      out.push_back(makeKStmt(KPrefetch{nameOfBuffer(t_, b), places_.memoryIndex(at, planes, {b, {}})}));
  return {makeKStmt(KIf{is, std::move(out), {}})};
}

KBody StreamMemory::takeLoaded(int64_t copy) {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    for (const Position &at : columns_.positions())
      if (stream_.versions[v].isAhead()) {
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
    if (!isInCells(version))
      moved.insert(version.buffer);
  for (size_t b = 0; b < stream_.last.size(); ++b)
    if (isStored(b))
      moved.insert(static_cast<FieldId>(b));
  Conditions all;
  for (const FieldId b : moved)
    if (places_.elementsOfRow(b) > 1)
      all.add(places_.isInRows(b));
  return all.all();
}

ExprPtr StreamMemory::isRimInRows() const {
  Conditions all;
  auto isWhole = [&](const CellBounds &bounds, FieldId b) {
    if (places_.elementsOfRow(b) > 1)
      all.add(places_.isOfRows(bounds[0], b));
  };
  for (const StreamVersion &version : stream_.versions)
    if (!isInCells(version))
      isWhole(memoryOf(t_, version.buffer), version.buffer);
  for (size_t b = 0; b < stream_.last.size(); ++b)
    if (isStored(b))
      isWhole(storedCells(t_, static_cast<FieldId>(b)), static_cast<FieldId>(b));
  for (const StreamLevel &level : stream_.levels)
    for (const auto &[name, store] : level.stores)
      if (const FieldId b = t_.cone.boundTo[level.step][name];
          store.isFetched() && !stream_.isLine && places_.elementsOfRow(b) > 1) {
        all.add(places_.isInRows(b));
        isWhole(memoryOf(t_, b), b);
      }
  return all.all();
}

KBody StreamMemory::definitions(const ExprPtr &isQuiet) const {
  auto asNumber = [](const ExprPtr &is) { return chosen(is, intLit(1), intLit(0)); };
  if (!hasRows())
    return {};
  ExprPtr isAtRim = isRimInRows();
  if (isQuiet && isAtRim)
    isAtRim = binary(BinaryOp::LogicalOr, isQuiet, isAtRim);
  return {
      makeKStmt(KLet{inRows_, ScalarType::I64, asNumber(isInRows())}),
      makeKStmt(KLet{rimInRows_, ScalarType::I64, asNumber(both(isAtRim, binary(BinaryOp::Ne, inRows(), intLit(0))))})};
}

// ---- What isn't updated

ExprPtr StreamMemory::fetched(int version, const Position &at) {
  return scalar(columns_.ahead(version, at), fieldOf(stream_.versions[version].buffer).elem);
}

KBody StreamMemory::fetch(int version, const Outside &domain, int64_t copy, Planes kind) {
  const FieldId b = stream_.versions[version].buffer;
  const int64_t lag = stream_.versions[version].lag;
  KBody body;
  for (const Position &at : columns_.positions()) // nobody looks at the old value, which then needs no register
    body.push_back(makeKStmt(KAssign{columns_.ahead(version, at), zeroOf(fieldOf(b).elem)}));
  const Outside memory = outsideMemory(b, kind);
  KBody cells = loadWhere(version, -lag, kind,
                          [&](size_t k, size_t count) { return places_.isBetween(domain, memory, k, count); });
  if (kind == Planes::Rim)
    append(cells, prefetch(b, planesNear() - lag, copy, kind));
  ExprPtr is = places_.isAnyBetween(domain, memory);
  if (t_.context.windowed) // planes before that may not be there
    is = both(places_.isPlaneWithin({add(t_.context.from(s_), intLit(stream_.firstWanted())), nullptr}, -lag), is);
  KStmtPtr fixed = makeKStmt(KIf{is, std::move(cells), {}});
  append(body, knowingGone(b, -lag, kind, {fixed}));
  return body;
}

KBody StreamMemory::restore(int version, const Outside &domain) {
  const FieldId b = stream_.versions[version].buffer;
  const Outside memory = outsideMemory(b, Planes::Rim);
  const std::vector<Position> positions = columns_.positions();
  KBody cells;
  for (size_t k = 0; k < positions.size(); ++k) {
    KAssign old{columns_.value(version, positions[k], 0, 0), load(b, places_.memoryIndex(positions[k], 0, {b, {}}))};
    cells.push_back(makeKStmt(KIf{places_.isBetween(domain, memory, k, 1), {makeKStmt(std::move(old))}, {}}));
  }
  return {makeKStmt(KIf{places_.isAnyBetween(domain, memory), std::move(cells), {}})};
}

// ---- Results

CellBounds StreamMemory::stored(FieldId b) const {
  CellBounds mine = storedCells(t_, b);
  for (int a = 0; a < t_.context.program.rank; ++a) {
    const ExprBounds own = columns_.own(a);
    mine[a] = {greatest(own.lo, mine[a].lo), least(own.hi, mine[a].hi)};
  }
  return mine;
}

KStmtPtr StreamMemory::storeCell(int version, const Position &at, int64_t copy) {
  const FieldId b = stream_.versions[version].buffer;
  return makeKStmt(KStore{resultOf(t_, b), places_.ownIndex(at, -stream_.versions[version].lag, b),
                          scalar(columns_.value(version, at, 0, copy), fieldOf(b).elem)});
}

KBody StreamMemory::storeCells(int version, int64_t copy, Planes kind) {
  const FieldId b = stream_.versions[version].buffer;
  const bool isPartly = kind == Planes::Edge && t_.context.hulls[b].first && t_.cone.buffers[b].spare;
  const CellBounds mine = stored(b);
  const std::vector<Position> positions = columns_.positions();
  KBody all, some;
  for (size_t k = 0; k < positions.size(); ++k) {
    KStmtPtr cell = storeCell(version, positions[k], copy);
    ExprPtr condition = negated(places_.isOutside({mine, places_.outsideAtRim(kind), true}, k));
    if (isPartly)
      condition = both(condition, isPart(b, std::get<KStore>(cell->node).index));
    all.push_back(cell);
    some.push_back(makeKStmt(KIf{condition, {cell}, {}}));
  }
  return asksCells(kind) ? some : KBody{makeKStmt(KIf{places_.blockWithin(mine), std::move(all), std::move(some)})};
}

// The tile and what is stored around it are whole rows, so one that begins outside is outside.
KBody StreamMemory::storeRows(int version, int64_t copy, Planes kind) {
  const FieldId b = stream_.versions[version].buffer;
  const CellBounds mine = stored(b);
  KBody out;
  size_t k = 0;
  for (const std::vector<Position> &row : rowsOf(b)) {
    std::vector<ExprPtr> values;
    for (const Position &at : row)
      values.push_back(scalar(columns_.value(version, at, 0, copy), fieldOf(b).elem));
    const int64_t lag = stream_.versions[version].lag;
    KStmtPtr store = makeKStmt(KStoreRow{resultOf(t_, b), places_.ownIndex(row.front(), -lag, b), values});
    out.push_back(makeKStmt(KIf{negated(places_.isOutside({mine, places_.outsideAtRim(kind), true}, k)), {store}, {}}));
    k += row.size();
  }
  return out;
}

KBody StreamMemory::store(int version, int64_t copy, Planes kind) {
  const FieldId b = stream_.versions[version].buffer;
  const CellBounds mine = stored(b);
  KBody body;
  if (kind == Planes::CalmRows)
    body = storeRows(version, copy, kind);
  if (kind == Planes::Rim)
    body = rowsOr(storeRows(version, copy, kind), storeCells(version, copy, kind));
  if (body.empty())
    body = storeCells(version, copy, kind);
  if (stream_.isLine)
    return body;
  // The others end before planes that aren't stored.
  const ExprBounds planes{mine[s_].lo, kind == Planes::Edge || moment_ ? mine[s_].hi : nullptr};
  return {makeKStmt(KIf{places_.isPlaneWithin(planes, copy - stream_.versions[version].lag), std::move(body), {}})};
}

} // namespace kasane::lowering
