// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/StreamMemory.h"

#include "Pipeline/SharedPlaces.h"

namespace kasane::lowering {
namespace {

constexpr int64_t kUnderWay = 24 << 10; // bytes: a unit that waits for so many at a time keeps its share of memory busy

} // namespace

ExprPtr StreamMemory::load(FieldId b, const ExprPtr &index) const {
  return makeExpr(fieldOf(b).elem, Load{nameOfBuffer(t_, b), index});
}

// ---- Planes

// (Of a stream that begins later, with the first plane that is memory, what the first iteration looks at lies before
// that. Where nobody wants that, it is brought all the same: without, groups that begin together also wait for memory
// together, and Himeno's kernel took 2 % longer on an H100.)
KBody StreamMemory::loadFirst(bool hasEnds) {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    for (const BlockCell &at : values_.positions())
      if (const FieldId b = stream_.versions[v].buffer; stream_.versions[v].isAhead())
        out.push_back(makeKStmt(
            KAssign{values_.ahead(static_cast<int>(v), at), load(b, addresses_.nearIndex(at, 0, b, Planes::First))}));
      else if (stream_.versions[v].isOnChip &&
               (!hasEnds || ends_->isWanted(stream_.versions[v], {false, stream_.first()}, -stream_.versions[v].lag)))
        out.push_back(
            values_.bring(static_cast<int>(v), at, true,
                          {nameOfBuffer(t_, b), addresses_.nearIndex(at, -stream_.versions[v].lag, b, Planes::First)}));
  return out;
}

KBody StreamMemory::loadLine() {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    if (stream_.versions[v].level < 0)
      append(out, loadPlane(static_cast<int>(v), 1, {Planes::Rim}));
  return out;
}

KBody StreamMemory::loadAhead(const Iteration &of) {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    if (stream_.versions[v].isAhead() && isWanted(v, 1, of))
      append(out, loadPlane(static_cast<int>(v), 1, of));
  for (const StreamVersion &version : stream_.versions)
    if (version.isAhead() && isWanted(&version - stream_.versions.data(), planesNear(), of))
      append(out, prefetch(version.buffer, planesNear(), of));
  return out;
}

KBody StreamMemory::loadHeld(const Iteration &of) {
  KBody out, taken;
  for (size_t v = 0; v < stream_.versions.size(); ++v) {
    const StreamVersion &version = stream_.versions[v];
    if (version.level >= 0 || version.isAhead() || version.isOnChip || !isWanted(v, -version.lag, of))
      continue;
    const int held = static_cast<int>(v);
    append(out, loadPlane(held, -version.lag, of));
    append(out, prefetch(version.buffer, planesNear() - version.lag, of));
    for (const BlockCell &at : values_.positions())
      taken.push_back(makeKStmt(KAssign{values_.value(held, at, 0, of.copy), fetched(held, at)}));
  }
  out = withSharedPlaces(t_.context, std::move(out), sharedPlaces_);
  append(out, std::move(taken));
  return out;
}

// Whoever reads the plane whose place it takes has been before.
KBody StreamMemory::bringAhead(int64_t lag, const Iteration &of) {
  KBody out;
  bool isThere = false;
  for (size_t v = 0; v < stream_.versions.size(); ++v) {
    if (!stream_.versions[v].isOnChip || stream_.versions[v].lag != lag)
      continue;
    isThere = true;
    const KBody plane = isWanted(v, 1 - lag, of) ? loadPlane(static_cast<int>(v), 1 - lag, of) : KBody();
    out.insert(out.end(), plane.begin(), plane.end());
  }
  if (!isThere)
    return out;
  out = withSharedPlaces(t_.context, std::move(out), sharedPlaces_);
  out.insert(out.begin(), makeKStmt(KArrive{}));
  return out;
}

KStmtPtr StreamMemory::cellOf(int version, const BlockCell &at, const ExprPtr &index) {
  const FieldId b = stream_.versions[version].buffer;
  return stream_.versions[version].isOnChip ? values_.bring(version, at, false, {nameOfBuffer(t_, b), index})
                                            : makeKStmt(KAssign{values_.ahead(version, at), load(b, index)});
}

// Nobody looks here at some rows at a tile's rim, which the levels before need. A work-item that has cells there brings
// what is in the next row once more, which its warp has anyway. (In calm planes, where all of the group's rows are
// memory.)
ExprPtr StreamMemory::toWanted(const StreamVersion &version, const BlockCell &at, Planes kind) {
  const StreamBlock &block = values_.block();
  const int64_t lo = version.reach.lo[1], hi = t_.context.schedule.tile[1] + version.reach.hi[1];
  const bool before = block.first[1] + at.y < lo,
             behind = block.first[1] + block.cells[1] * (block.group[1] - 1) + at.y >= hi;
  if (!version.isOnChip || s_ < 2 || !fieldOf(version.buffer).has[1] || asksCells(kind) || !(before || behind))
    return nullptr;
  const ExprBounds own = values_.tileCells(1);
  return addresses_.toRows(at, add(own.lo, intLit(lo)), add(own.hi, intLit(version.reach.hi[1] - 1)), version.buffer);
}

KBody StreamMemory::loadCells(int version, int64_t planes, Planes kind, const IsWanted &is) {
  const FieldId b = stream_.versions[version].buffer;
  const std::vector<BlockCell> positions = values_.positions();
  KBody out;
  for (size_t k = 0; k < positions.size(); ++k) {
    ExprPtr index = addresses_.memoryIndex(positions[k], planes, {b, {}}, kind), condition = is ? is(k, 1) : nullptr;
    if (kind == Planes::Edge && t_.context.hulls[b].first)
      condition = both(condition, isPart(b, index));
    if (const ExprPtr rows = toWanted(stream_.versions[version], positions[k], kind))
      index = add(index, rows);
    KStmtPtr cell = cellOf(version, positions[k], index);
    out.push_back(condition ? makeKStmt(KIf{condition, {cell}, {}}) : cell);
  }
  return out;
}

KBody StreamMemory::loadRows(int version, int64_t planes, Planes kind, const IsWanted &is) {
  const FieldId b = stream_.versions[version].buffer;
  KBody out;
  size_t k = 0;
  for (const std::vector<BlockCell> &cells : rows_.of(b)) {
    std::vector<std::string> names;
    for (const BlockCell &at : cells)
      names.push_back(values_.ahead(version, at));
    KStmtPtr row = makeKStmt(KLoadRow{names, fieldOf(b).elem, nameOfBuffer(t_, b),
                                      addresses_.memoryIndex(cells.front(), planes, {b, {}}, kind)});
    out.push_back(is ? makeKStmt(KIf{is(k, cells.size()), {row}, {}}) : row);
    k += cells.size();
  }
  return out;
}

KBody StreamMemory::loadWhere(int version, int64_t planes, Planes kind, const IsWanted &is) {
  KBody rows;
  if (stream_.versions[version].isOnChip)
    return loadCells(version, planes, kind, is);
  if (kind == Planes::InteriorRows)
    rows = loadRows(version, planes, kind, is);
  if (kind == Planes::Rim)
    rows = rows_.rowsOr(loadRows(version, planes, kind, is), loadCells(version, planes, kind, is));
  return rows.empty() ? loadCells(version, planes, kind, is) : rows;
}

Outside StreamMemory::outsideMemory(FieldId b, Planes kind) const {
  const CellBounds &all = t_.context.hulls[b].box;
  if (kind == Planes::Edge)
    return {all, checks_.isPlaneNeverOutside(all[s_], kind) ? nullptr : scalar(gone_, ScalarType::I32)};
  const Outside memory{memoryOf(t_, b), nullptr};
  return checks_.isNever(memory) ? memory : Outside{memory.box, checks_.outsideAtRim(kind)};
}

KBody StreamMemory::knowingGone(FieldId b, int64_t planes, Planes kind, KBody body) {
  if (kind != Planes::Edge || checks_.isPlaneNeverOutside(t_.context.hulls[b].box[s_], kind))
    return body;
  body.insert(body.begin(), makeKStmt(KLet{gone_, ScalarType::I32,
                                           checks_.isPlaneOutside(t_.context.hulls[b].box[s_], planes, kind)}));
  return {makeKStmt(KBlock{std::move(body)})};
}

ExprPtr StreamMemory::isPart(FieldId b, const ExprPtr &index) const {
  const FieldHull &hull = t_.context.hulls[b];
  return binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, index, hull.first), binary(BinaryOp::Le, index, hull.last));
}

KBody StreamMemory::loadPlane(int version, int64_t planes, const Iteration &of) {
  const Planes kind = of.kind;
  if (!asksCells(kind))
    return loadWhere(version, planes, kind, nullptr);
  const FieldId b = stream_.versions[version].buffer;
  const Outside memory = outsideMemory(b, kind);
  if (checks_.isNever(memory))
    return loadWhere(version, planes, kind, nullptr);
  return knowingGone(b, planes, kind, loadWhere(version, planes, kind, [&](size_t k, size_t) {
                       return negated(checks_.isOutside(memory, k, kind));
                     }));
}

// Unless a unit's work-items load enough of the next plane.
bool StreamMemory::prefetches() const {
  int64_t bytes = 0;
  for (const StreamVersion &version : stream_.versions)
    bytes += version.level < 0 ? sizeOf(fieldOf(version.buffer).elem) : 0;
  return bytes * values_.cells(0) * values_.cells(1) * values_.block().items() * t_.context.schedule.resident <
         kUnderWay;
}

// Memory takes longer than an iteration, and a compiler may load later than it is told to.
KBody StreamMemory::prefetch(FieldId b, int64_t planes, const Iteration &of) {
  const CellBounds memory = memoryOf(t_, b);
  if (!prefetches() || (of.kind == Planes::Edge && t_.context.rings.axis[s_]))
    return {};
  ExprPtr is = checks_.isPlaneWithin({of.kind == Planes::Edge ? memory[s_].lo : nullptr, memory[s_].hi},
                                     of.copy + planes, of.turn);
  if (ExprPtr in = asksCells(of.kind) ? checks_.imagesWithin(memory) : nullptr)
    is = both(is, in);
  KBody out;
  for (const BlockCell &at : values_.positions())
    if (at.x == 0) // the others are beside it
      out.push_back(makeKStmt(KPrefetch{nameOfBuffer(t_, b), addresses_.memoryIndex(at, planes, {b, {}}, of.kind)}));
  return {makeKStmt(KIf{is, std::move(out), {}})};
}

KBody StreamMemory::takeLoaded(const Iteration &of) {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    for (const BlockCell &at : values_.positions())
      if (stream_.versions[v].isAhead()) {
        const int version = static_cast<int>(v);
        ExprPtr value = scalar(values_.ahead(version, at), fieldOf(stream_.versions[v].buffer).elem);
        out.push_back(makeKStmt(KAssign{values_.value(version, at, 0, of.copy), value}));
      }
  return out;
}

// ---- What isn't updated

ExprPtr StreamMemory::fetched(int version, const BlockCell &at) {
  return scalar(values_.ahead(version, at), fieldOf(stream_.versions[version].buffer).elem);
}

KBody StreamMemory::fetch(int version, const Outside &domain, const Iteration &of) {
  const Planes kind = of.kind;
  const FieldId b = stream_.versions[version].buffer;
  const int64_t lag = stream_.versions[version].lag;
  KBody body;
  for (const BlockCell &at : values_.positions()) // nobody looks at the old value, which then needs no register
    body.push_back(makeKStmt(KAssign{values_.ahead(version, at), zeroOf(fieldOf(b).elem)}));
  const Outside memory = outsideMemory(b, kind);
  KBody cells = loadWhere(version, -lag, kind,
                          [&](size_t k, size_t count) { return checks_.isBetween(domain, memory, k, count, kind); });
  if (kind == Planes::Rim)
    append(cells, prefetch(b, planesNear() - lag, of));
  ExprPtr is = checks_.isAnyBetween(domain, memory, kind);
  if (t_.context.windowed) // planes before that may not be there
    is = both(checks_.isPlaneWithin({add(t_.context.from(s_), intLit(stream_.firstWanted())), nullptr}, -lag), is);
  KStmtPtr fixed = makeKStmt(KIf{is, std::move(cells), {}});
  append(body, knowingGone(b, -lag, kind, {fixed}));
  return body;
}

KBody StreamMemory::restore(int version, const Outside &domain) {
  const FieldId b = stream_.versions[version].buffer;
  const Outside memory = outsideMemory(b, Planes::Rim);
  const std::vector<BlockCell> positions = values_.positions();
  KBody cells;
  for (size_t k = 0; k < positions.size(); ++k) {
    KAssign old{values_.value(version, positions[k], 0, 0),
                load(b, addresses_.memoryIndex(positions[k], 0, {b, {}}, Planes::Rim))};
    cells.push_back(
        makeKStmt(KIf{checks_.isBetween(domain, memory, k, 1, Planes::Rim), {makeKStmt(std::move(old))}, {}}));
  }
  return {makeKStmt(KIf{checks_.isAnyBetween(domain, memory, Planes::Rim), std::move(cells), {}})};
}

// ---- Results

CellBounds StreamMemory::stored(FieldId b) const {
  CellBounds mine = storedCells(t_, b);
  for (int a = 0; a < t_.context.program.rank; ++a) {
    const ExprBounds own = values_.tileCells(a);
    mine[a] = {greatest(own.lo, mine[a].lo), least(own.hi, mine[a].hi)};
  }
  return mine;
}

KStmtPtr StreamMemory::storeCell(int version, const BlockCell &at, const Iteration &of) {
  const FieldId b = stream_.versions[version].buffer;
  return makeKStmt(KStore{resultOf(t_, b), addresses_.ownIndex(at, -stream_.versions[version].lag, b),
                          scalar(values_.value(version, at, 0, of.copy), fieldOf(b).elem)});
}

KBody StreamMemory::storeCells(int version, const Iteration &of) {
  const FieldId b = stream_.versions[version].buffer;
  const bool isPartly = of.kind == Planes::Edge && t_.context.hulls[b].first && t_.cone.buffers[b].spare;
  const CellBounds mine = stored(b);
  const std::vector<BlockCell> positions = values_.positions();
  KBody all, some;
  for (size_t k = 0; k < positions.size(); ++k) {
    KStmtPtr cell = storeCell(version, positions[k], of);
    ExprPtr condition = negated(checks_.isOutside({mine, checks_.outsideAtRim(of.kind), true}, k, of.kind));
    if (isPartly)
      condition = both(condition, isPart(b, std::get<KStore>(cell->node).index));
    all.push_back(cell);
    some.push_back(makeKStmt(KIf{condition, {cell}, {}}));
  }
  return asksCells(of.kind) ? some : KBody{makeKStmt(KIf{checks_.blockWithin(mine), std::move(all), std::move(some)})};
}

// The tile and what is stored around it are whole rows, so one that begins outside is outside.
KBody StreamMemory::storeRows(int version, const Iteration &of) {
  const FieldId b = stream_.versions[version].buffer;
  const CellBounds mine = stored(b);
  KBody out;
  size_t k = 0;
  for (const std::vector<BlockCell> &row : rows_.of(b)) {
    std::vector<ExprPtr> values;
    for (const BlockCell &at : row)
      values.push_back(scalar(values_.value(version, at, 0, of.copy), fieldOf(b).elem));
    const int64_t lag = stream_.versions[version].lag;
    KStmtPtr store = makeKStmt(KStoreRow{resultOf(t_, b), addresses_.ownIndex(row.front(), -lag, b), values});
    out.push_back(makeKStmt(
        KIf{negated(checks_.isOutside({mine, checks_.outsideAtRim(of.kind), true}, k, of.kind)), {store}, {}}));
    k += row.size();
  }
  return out;
}

KBody StreamMemory::store(int version, const Iteration &of) {
  const FieldId b = stream_.versions[version].buffer;
  const CellBounds mine = stored(b);
  KBody body;
  if (of.kind == Planes::InteriorRows)
    body = storeRows(version, of);
  if (of.kind == Planes::Rim)
    body = rows_.rowsOr(storeRows(version, of), storeCells(version, of));
  if (body.empty())
    body = storeCells(version, of);
  if (stream_.isLine)
    return body;
  // The others end before planes that aren't stored.
  const ExprBounds planes{mine[s_].lo, of.kind == Planes::Edge || of.moment ? mine[s_].hi : nullptr};
  const int64_t lag = stream_.versions[version].lag;
  return {makeKStmt(KIf{checks_.isPlaneWithin(planes, of.copy - lag, of.turn), std::move(body), {}})};
}

} // namespace kasane::lowering
