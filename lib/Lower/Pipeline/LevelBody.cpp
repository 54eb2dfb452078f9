// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/LevelBody.h"

#include "Cells/CellBody.h"
#include "Pipeline/SharedPlaces.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

bool readsItself(const Stage &stage, FieldId name) {
  bool found = false;
  walkExprs(stage.body, [&](const Expr &e) {
    const auto *read = std::get_if<FieldRead>(&e.node);
    found |= read && read->field == name && read->offset == Offset{} && !isFar(read->far);
  });
  return found;
}

} // namespace

// Is the plane that the level works on outside of its domain?
KStmtPtr LevelBody::defineOut(const StreamLevel &level, const Iteration &of) {
  const ExprPtr atRim = asksPlane(level, of.kind) ? nullptr : checks_.outsideAtRim(of.kind);
  return makeKStmt(
      KLet{out_, ScalarType::I32,
           atRim ? atRim : checks_.isPlaneOutside(domainOf(level, of.kind).box[s_], of.copy - level.lag, of.kind)});
}

bool LevelBody::asksPlane(const StreamLevel &level, Planes kind) const {
  return !stream_.isLine && (kind == Planes::Edge || (kind == Planes::Rim && level.isLocal()));
}

// Planes at the rim aren't asked by levels that are at all of them.
Outside LevelBody::domainOf(const StreamLevel &level, Planes kind) const {
  const Outside domain{boundsOf(stageOf(level).domain), nullptr};
  const ExprPtr out = scalar(out_, ScalarType::I32);
  if (asksPlane(level, kind))
    return checks_.isPlaneNeverOutside(domain.box[s_], kind) ? domain : Outside{domain.box, out};
  return checks_.isNever(domain) || !checks_.outsideAtRim(kind) ? domain : Outside{domain.box, out};
}

KBody LevelBody::compute(const StreamLevel &level, const Iteration &of) {
  KBody ahead;
  for (const BlockCell &at : values_.positions())
    if (of.ahead.from > 0 && !mayTrap(stageOf(level)))
      append(ahead, partsAhead(level, at, of));
  if (makesPartsOnly(of))
    return ahead;
  if (isAbsent(level, of.kind))
    return keepAll(level, of);
  KBody body = {defineOut(level, of)};
  append(body, cells(level, of));
  append(body, repair(level, of));
  dropUnusedLets(body, KBody(body));
  return body;
}

KBody LevelBody::cells(const StreamLevel &level, const Iteration &of) {
  const bool trap = mayTrap(stageOf(level));
  const std::vector<BlockCell> positions = values_.positions();
  KBody body;
  for (size_t k = 0; k < positions.size(); ++k) {
    KBody cell = cellBody(level, positions[k], of);
    if (trap) {
      ExprPtr isIn =
          both(negated(checks_.isOutside(domainOf(level, of.kind), k, of.kind)), wanted(level, positions[k]));
      const bool keeps = asksCells(of.kind) && !stream_.isLine;
      body.push_back(makeKStmt(KIf{isIn, std::move(cell), keeps ? keep(level, positions[k], of) : KBody{}}));
      continue;
    }
    append(body, std::move(cell));
    append(body, partsAhead(level, positions[k], of));
  }
  return body;
}

KBody LevelBody::repair(const StreamLevel &level, const Iteration &of) {
  const std::vector<BlockCell> positions = values_.positions();
  KBody out;
  if (!asksCells(of.kind) || (mayTrap(stageOf(level)) && !stream_.isLine))
    return out;
  for (const auto &[name, store] : level.stores)
    if (stream_.isLine && store.isFetched())
      append(out, memory_.restore(store.version, domainOf(level, of.kind)));
  for (size_t k = 0; k < positions.size(); ++k)
    for (const KStmtPtr &stmt : keep(level, positions[k], of)) {
      const KAssign &old = std::get<KAssign>(stmt->node);
      out.push_back(makeKStmt(KAssign{old.name, chosen(checks_.isOutside(domainOf(level, of.kind), k, of.kind),
                                                       old.value, scalar(old.name, old.value->type))}));
    }
  return out;
}

KBody LevelBody::keepAll(const StreamLevel &level, const Iteration &of) {
  KBody out;
  for (const BlockCell &at : values_.positions())
    append(out, keep(level, at, of));
  return out;
}

// Do its cells ask nothing, wherever they are? On a ring one's place is its image's.
bool LevelBody::isSameEverywhere(const StreamLevel &level) const {
  bool looks = mayTrap(stageOf(level)) || level.isLocal();
  walkExprs(stageOf(level).body,
            [&](const Expr &e) { looks |= stream_.rings.any() && std::holds_alternative<IndexRef>(e.node); });
  for (const auto &[name, version] : level.reads)
    looks |= version == kInMemory;
  for (const auto &[name, store] : level.stores)
    looks |= store.before == kInMemory && beginsAsBefore(level, name);
  return !looks;
}

KBody LevelBody::computeLine(const StreamLevel &level, const ExprPtr &isQuiet) {
  const Iteration calm{Planes::Interior}, rim{Planes::Rim};
  KBody body = isAbsent(level, calm.kind) ? keepAll(level, calm) : cells(level, calm);
  const bool isSame = isSameEverywhere(level);
  KBody atRim = isSame ? KBody() : cells(level, rim);
  append(atRim, repair(level, rim));
  if (isSame && !atRim.empty())
    body.push_back(makeKStmt(KIf{negated(isQuiet), std::move(atRim), {}}));
  else if (!isSame)
    body = {makeKStmt(KIf{isQuiet, std::move(body), std::move(atRim)})};
  append(body, storeResults(level, rim));
  return body;
}

// Of the cells that somebody wants: elsewhere operands may be anything.
ExprPtr LevelBody::wanted(const StreamLevel &level, const BlockCell &at) const {
  CellBounds cells;
  for (int a = 0; a < program().rank; ++a)
    cells[a] = {add(t_.context.from(a), intLit(level.reach.lo[a])),
                add(t_.context.from(a), intLit(t_.context.schedule.tile[a] + level.reach.hi[a]))};
  if (!stream_.isLine)
    return both(checks_.cellWithin(at, cells), within(t_.context.at(s_), cells[s_]));
  cells[0].hi = add(t_.context.tileEnd(0), intLit(level.reach.hi[0]));
  return checks_.cellWithin(at, cells);
}

ExprPtr LevelBody::held(int version, const BlockCell &at, int64_t age, const Iteration &of) {
  return values_.held(version, at, age, of.copy);
}

// Memory is there for cells of the level's domain only.
ExprPtr LevelBody::loadWithin(const StreamLevel &level, const BlockCell &at, const FieldRead &element, Planes kind) {
  ExprPtr load = memory_.load(element.field, addresses_.memoryIndex(at, -level.lag, element, kind));
  if (!asksCells(kind) || checks_.isNever(domainOf(level, kind)))
    return load;
  const std::vector<BlockCell> positions = values_.positions();
  const auto k = static_cast<size_t>(std::find(positions.begin(), positions.end(), at) - positions.begin());
  return chosen(checks_.isOutside(domainOf(level, kind), k, kind), zeroOf(load->type), load);
}

ExprPtr LevelBody::before(const StreamLevel &level, FieldId name, const StreamStore &store, const BlockCell &at,
                          const Iteration &of) {
  const FieldId b = bufferOf(level, name);
  if (store.before == kInMemory)
    return loadWithin(level, at, {b, {}}, of.kind);
  return held(store.before, at, level.lag - stream_.versions[store.before].lag, of);
}

// The new value begins as the old one where the statements may leave it, or read it.
bool LevelBody::beginsAsBefore(const StreamLevel &level, FieldId name) const {
  const auto store = level.stores.find(name);
  return store != level.stores.end() && store->second.version != -1 &&
         (store->second.keeps || (level.reads.count(name) && readsItself(stageOf(level), name)));
}

ExprPtr LevelBody::read(const StreamLevel &level, const FieldRead &element, const BlockCell &at, int64_t ahead,
                        const Iteration &of) {
  if (element.offset == Offset{} && (beginsAsBefore(level, element.field) || !level.reads.count(element.field)))
    return held(level.stores.at(element.field).version, at, 0, of);
  const int version = level.reads.at(element.field);
  const FieldId b = bufferOf(level, element.field);
  if (version == kInMemory)
    return loadWithin(level, at, {b, element.offset, element.far}, of.kind);
  const BlockCell from{at.x + element.offset[0], at.y + (s_ > 1 ? element.offset[1] : 0)};
  return held(version, from, level.lag - element.offset[s_] - stream_.versions[version].lag - ahead, of);
}

// Of the level's statements or parts, that many iterations ahead of the plane that it works on.
KBody LevelBody::lowered(const StreamLevel &level, const std::vector<StmtPtr> &body, const BlockCell &at, int64_t ahead,
                         const Iteration &of) {
  const std::vector<EarlyPart> &parts = level.cell->parts;
  auto knowingParts = [&](const ExprPtr &value) {
    return parts.empty() ? value : rewrite(value, [&](const Expr &e) -> ExprPtr {
      const auto *ref = std::get_if<ScalarRef>(&e.node);
      auto part =
          std::find_if(parts.begin(), parts.end(), [&](const EarlyPart &p) { return ref && p.name == ref->name; });
      return part == parts.end()
                 ? nullptr
                 : scalar(values_.part(level, part - parts.begin(), at, part->ahead - ahead, of.copy), e.type);
    });
  };
  Elements elements;
  elements.read = [&](const FieldRead &element, ScalarType) { return read(level, element, at, ahead, of); };
  elements.store = [&](const FieldRead &element, ExprPtr value) -> KStmtPtr {
    const int version = level.stores.at(element.field).version;
    return version == -1 ? nullptr : makeKStmt(KAssign{values_.value(version, at, 0, of.copy), std::move(value)});
  };
  return lowerCell(t_.context, withValues(body, knowingParts), level.step, elements);
}

// What the level makes so far ahead, of all cells: of those that it doesn't update nobody uses it.
KBody LevelBody::partsOf(const StreamLevel &level, const BlockCell &at, int64_t ahead, const Iteration &of) {
  std::vector<StmtPtr> made;
  for (size_t p = 0; p < level.cell->parts.size(); ++p)
    if (const EarlyPart &part = level.cell->parts[p]; part.ahead == ahead)
      made.push_back(makeStmt(LocalAssign{values_.part(level, p, at, 0, of.copy), part.value->type, part.value}));
  return made.empty() ? KBody() : lowered(level, made, at, ahead, of);
}

// Those last that are held longest: what they replace has been used by then.
KBody LevelBody::partsAhead(const StreamLevel &level, const BlockCell &at, const Iteration &of) {
  int64_t most = 0;
  for (const EarlyPart &part : level.cell->parts)
    most = std::max(most, part.ahead);
  KBody out;
  for (int64_t ahead = std::max<int64_t>(of.ahead.from, 1); ahead <= most && ahead < of.ahead.until; ++ahead)
    append(out, inScope(at, of.kind, partsOf(level, at, ahead, of)));
  return out;
}

KBody LevelBody::cellBody(const StreamLevel &level, const BlockCell &at, const Iteration &of) {
  KBody out;
  for (const auto &[name, store] : level.stores)
    if (beginsAsBefore(level, name))
      out.push_back(
          makeKStmt(KAssign{values_.value(store.version, at, 0, of.copy), before(level, name, store, at, of)}));
  append(out, partsOf(level, at, 0, of));
  append(out, lowered(level, level.cell->body, at, 0, of));
  return withSharedPlaces(t_.context, inScope(at, of.kind, std::move(out)), sharedPlaces_);
}

// With the cell's coordinates, where they are used, and its locals.
KBody LevelBody::inScope(const BlockCell &at, Planes kind, KBody cell) const {
  KBody lets;
  for (int a = 0; a < s_; ++a) {
    lets.push_back(makeKStmt(KLet{t_.context.cell[a], ScalarType::I64, addresses_.cellAt(at, a)}));
    if (t_.context.image[a] != t_.context.cell[a])
      lets.push_back(makeKStmt(KLet{t_.context.image[a], ScalarType::I64, addresses_.imageAt(at, a, kind)}));
  }
  dropUnusedLets(lets, cell);
  bool locals = !lets.empty();
  for (const KStmtPtr &stmt : cell)
    locals |= std::holds_alternative<KVar>(stmt->node);
  append(lets, std::move(cell));
  return locals ? KBody{makeKStmt(KBlock{std::move(lets)})} : lets;
}

KBody LevelBody::keep(const StreamLevel &level, const BlockCell &at, const Iteration &of) {
  KBody out;
  for (const auto &[name, store] : level.stores) {
    if (store.version == -1 || (!store.hasOutside && !isAbsent(level, of.kind)) ||
        (stream_.isLine && store.isFetched()))
      continue;
    ExprPtr value = store.isFetched() ? memory_.fetched(store.version, at) : before(level, name, store, at, of);
    out.push_back(makeKStmt(KAssign{values_.value(store.version, at, 0, of.copy), value}));
  }
  return out;
}

KBody LevelBody::fetch(const StreamLevel &level, const Iteration &of) {
  KBody cells;
  for (const auto &[name, store] : level.stores)
    if (asksCells(of.kind) && store.isFetched())
      append(cells, memory_.fetch(store.version, domainOf(level, of.kind), of));
  KBody out = {defineOut(level, of)};
  dropUnusedLets(out, cells);
  if (out.empty())
    return cells;
  append(out, std::move(cells));
  return {makeKStmt(KBlock{std::move(out)})};
}

KBody LevelBody::storeResults(const StreamLevel &level, const Iteration &of) {
  KBody out;
  if (makesPartsOnly(of))
    return out;
  for (const auto &[name, store] : level.stores) {
    const FieldId b = bufferOf(level, name);
    if (store.version != -1 && stream_.last[b] == store.version && t_.cone.buffers[b].stored)
      append(out, memory_.store(store.version, of));
  }
  return out;
}
} // namespace kasane::lowering
