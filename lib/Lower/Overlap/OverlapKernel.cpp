// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Overlap/OverlapKernel.h"

#include "Base/RolledUp.h"
#include "Cells/CellBody.h"
#include "Cells/EveryOther.h"
#include "Overlap/JoinedNests.h"
#include "Overlap/RingRows.h"
#include "Overlap/TileRows.h"

#include "kasane/Analysis/BetweenEnds.h"

#include <map>

namespace kasane::lowering {
namespace {

// The cells of the tile widened by `reach`, within `within`; along a ring they go on past its ends.
CellBounds widened(const Tiles &t, const Reach &reach, const CellBounds &within) {
  CellBounds out = within;
  for (int a = 0; a < t.context.program.rank; ++a)
    if (const auto &ring = t.context.rings.axis[a])
      out[a] = {add(greatest(t.context.from(a), toExpr(ring->lo)), intLit(reach.lo[a])),
                add(least(t.context.tileEnd(a), toExpr(ring->hi)), intLit(reach.hi[a]))};
    else
      out[a] = {greatest(add(t.context.from(a), intLit(reach.lo[a])), within[a].lo),
                least(add(t.context.tileEnd(a), intLit(reach.hi[a])), within[a].hi)};
  return out;
}

// Along these axes, the outermost ones, a tile is one cell and the group one work-item.
SingleCells singleCells(const Tiles &t, const Reach &reach) {
  SingleCells out{};
  auto isSingle = [&](int a) {
    return t.context.schedule.tile[a] == 1 && t.context.schedule.group[a] == 1 && reach.lo[a] == 0 &&
           reach.hi[a] == 0 && !t.context.rings.axis[a];
  };
  for (int a = t.context.program.rank - 1; a > 0 && isSingle(a); --a)
    out[a] = true;
  return out;
}

// The tile's own cells; along a ring those of the ring.
CellBounds ownCells(const Tiles &t, CellBounds within) {
  for (int a = 0; a < t.context.program.rank; ++a) {
    if (const auto &ring = t.context.rings.axis[a])
      within[a] = {greatest(within[a].lo, toExpr(ring->lo)), least(within[a].hi, toExpr(ring->hi))};
    within[a] = {greatest(t.context.from(a), within[a].lo), least(t.context.tileEnd(a), within[a].hi)};
  }
  return within;
}

bool isWhole(const std::optional<AxisBounds> &ring, const ExprBounds &cells) {
  std::optional<Poly> lo = toPoly(cells.lo), hi = toPoly(cells.hi);
  return ring && lo && hi && *lo == ring->lo && *hi == ring->hi;
}

// Along a ring the loops take all images; those of other cells are left out here.
KBody within(const Tiles &t, const CellBounds &cells, KBody body) {
  ExprPtr inside;
  for (int a = 0; a < t.context.program.rank; ++a) {
    if (!t.context.rings.axis[a] || isWhole(t.context.rings.axis[a], cells[a]))
      continue;
    ExprPtr in = binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, t.context.inMemory(a), cells[a].lo),
                        binary(BinaryOp::Lt, t.context.inMemory(a), cells[a].hi));
    inside = inside ? binary(BinaryOp::LogicalAnd, inside, in) : in;
  }
  return inside ? KBody{makeKStmt(KIf{inside, std::move(body), {}})} : body;
}

KStmtPtr memoryRow(const Tiles &t, FieldId b) {
  return makeKStmt(KLet{t.context.row[b], ScalarType::I64, rowBase(t.context, b)});
}
KStmtPtr onChipRow(const Tiles &t, FieldId b) {
  return makeKStmt(KLet{t.context.tileRow[b], ScalarType::I64, tileRow(t, b)});
}

// Corners of the hull of a flat array may lie outside of the user's allocation: only what lies between the first and
// the last element that the original touches may be touched here.
KBody clipped(const Tiles &t, FieldId b, KStmtPtr copy) {
  const FieldHull &hull = t.context.hulls[b];
  if (!hull.first)
    return {std::move(copy)};
  ExprPtr index = elementIndex(t.context, {b, {}});
  ExprPtr inside =
      binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, index, hull.first), binary(BinaryOp::Le, index, hull.last));
  return {makeKStmt(KIf{inside, {std::move(copy)}, {}})};
}

ExprPtr outside(const Tiles &t, const CellBounds &domain) {
  ExprPtr any;
  for (int a = 0; a < t.context.program.rank; ++a) {
    if (isWhole(t.context.rings.axis[a], domain[a]))
      continue;
    ExprPtr out = binary(BinaryOp::LogicalOr, binary(BinaryOp::Lt, t.context.inMemory(a), domain[a].lo),
                         binary(BinaryOp::Ge, t.context.inMemory(a), domain[a].hi));
    any = any ? binary(BinaryOp::LogicalOr, any, out) : out;
  }
  return any;
}

// Does the tile, widened by `reach`, leave the domain?
ExprPtr reachesOutside(const Tiles &t, const Reach &reach, const CellBounds &domain) {
  ExprPtr any;
  for (int a = 0; a < t.context.program.rank; ++a) {
    if (isWhole(t.context.rings.axis[a], domain[a]))
      continue;
    if (t.context.rings.axis[a])
      return intLit(1, ScalarType::I32); // it may hold images of what lies outside
    ExprPtr low = binary(BinaryOp::Lt, add(t.context.from(a), intLit(reach.lo[a])), domain[a].lo);
    ExprPtr high =
        binary(BinaryOp::Gt, add(t.context.from(a), intLit(t.context.schedule.tile[a] + reach.hi[a])), domain[a].hi);
    ExprPtr out = binary(BinaryOp::LogicalOr, low, high);
    any = any ? binary(BinaryOp::LogicalOr, any, out) : out;
  }
  return any;
}

KBody loadCell(const Tiles &t, FieldId b) {
  ExprPtr value =
      makeExpr(t.context.program.fields[b].elem, Load{nameOfBuffer(t, b), elementIndex(t.context, {b, {}})});
  return within(t, t.context.hulls[b].box,
                clipped(t, b, makeKStmt(KStore{t.context.tile[b], tileIndex(t, b, {}), value})));
}

KBody loadBuffer(const Tiles &tiles, FieldId b) {
  const ConeBuffer &buffer = tiles.cone.buffers[b];
  Context context = withoutImages(tiles.context, buffer.reach), calm = withoutEnds(context);
  const Tiles t{context, tiles.cone, tiles.next}, between{calm, tiles.cone, tiles.next};
  CellBounds region = widened(t, buffer.reach, t.context.hulls[b].box);
  const KBody copy = loadCell(t, b);
  KBody rows = {memoryRow(t, b), onChipRow(t, b)};
  if (buffer.load == LoadKind::Whole && hasRingRows(context))
    return ringLoops(context, region, rows, copy, *context.rings.axis[0], loadCell(between, b), {});
  if (buffer.load == LoadKind::Whole)
    return cellLoops(t.context, region, rows, copy);
  CellBounds cover = boundsOf(t.context.program.stages[buffer.coverStage].domain);
  ExprPtr kept = outside(t, cover);
  if (!kept)
    return {};
  KBody fixedOnly = {makeKStmt(KIf{kept, copy, {}})};
  return {makeKStmt(KIf{reachesOutside(t, buffer.reach, cover), cellLoops(t.context, region, rows, fixedOnly), {}})};
}

// A spare takes the ghosts along that lie beyond the rings.
KBody storeGhosts(const Tiles &t, FieldId b) {
  Context context = t.context;
  CellBounds cells = t.context.hulls[b].box, rings = cells;
  bool any = false;
  for (int a = 0; a < context.program.rank; ++a) {
    if (const auto &ring = context.rings.axis[a]; ring && !isWhole(ring, cells[a])) {
      rings[a] = {toExpr(ring->lo), toExpr(ring->hi)};
      any = true;
    }
    context.rings.axis[a].reset();
  }
  if (!any || !t.cone.buffers[b].spare)
    return {};
  context.image = context.cell;
  Tiles literal{context, t.cone, t.next};
  ExprPtr value = makeExpr(context.program.fields[b].elem, Load{nameOfBuffer(t, b), elementIndex(context, {b, {}})});
  KBody copy = clipped(literal, b, makeKStmt(KStore{resultOf(t, b), elementIndex(context, {b, {}}), value}));
  KBody loops = cellLoops(context, ownCells(literal, cells), {memoryRow(literal, b)},
                          {makeKStmt(KIf{outside(literal, rings), copy, {}})});
  return {makeKStmt(KIf{reachesOutside(literal, {}, rings), loops, {}})};
}

// What the stages have not stored in memory themselves.
// A spare takes every cell of the tile, also those that no stage updates.
KBody storeBuffer(const Tiles &tiles, FieldId b) {
  Context context = withoutImages(tiles.context, {});
  const Tiles t{context, tiles.cone, tiles.next};
  const ConeBuffer &buffer = t.cone.buffers[b];
  if (buffer.throughStage >= 0 && !buffer.spare)
    return {};
  const std::string &from = buffer.onChip ? t.context.tile[b] : nameOfBuffer(t, b);
  ExprPtr index = buffer.onChip ? tileIndex(t, b, {}) : elementIndex(t.context, {b, {}});
  ExprPtr value = makeExpr(t.context.program.fields[b].elem, Load{from, index});
  KStmtPtr copy = makeKStmt(KStore{resultOf(t, b), elementIndex(t.context, {b, {}}), value});
  KBody body = buffer.spare ? clipped(t, b, copy) : KBody{copy};
  KBody rows = {memoryRow(t, b), onChipRow(t, b)};
  const CellBounds own = storedCells(t, b);
  CellBounds cells = ownCells(t, own);
  const SingleCells single = singleCells(t, {});
  for (int a = 0; a < kMaxAxes; ++a)
    if (single[a])
      cells[a] = own[a];
  if (buffer.throughStage < 0)
    return cellLoops(t.context, cells, rows, body, 1, single);
  const Box &through = t.context.program.stages[buffer.throughStage].domain;
  if (t.context.touched.onlyWithin(b, through))
    return {};
  CellBounds done = boundsOf(through);
  ExprPtr left = outside(t, done);
  if (!left)
    return {};
  KBody rest = {makeKStmt(KIf{left, body, {}})};
  return {makeKStmt(KIf{reachesOutside(t, {}, done), cellLoops(t.context, cells, rows, rest, 1, single), {}})};
}

using PassedNames = std::map<FieldId, std::string>;

// A cell's statements of a stage. `here`: the variables of what the run hands on.
KBody stageCell(const Tiles &t, const ConeStage &coneStage, const std::vector<StmtPtr> &body, const PassedNames &here) {
  const std::vector<FieldId> &bound = t.cone.boundTo[coneStage.step];
  auto inMemory = [&](const std::string &buffer, FieldId b, const FieldRead &element) {
    return ElementPlace{buffer, elementIndex(t.context, {b, element.offset, element.far})};
  };
  Elements elements;
  elements.read = [&](const FieldRead &element, ScalarType type) {
    const FieldId b = bound[element.field];
    const bool memory = !t.cone.buffers[b].written || coneStage.fromMemory.count(element.field);
    if (const auto passed = here.find(b); passed != here.end() && !memory)
      return scalar(passed->second, type);
    const ElementPlace place = memory ? inMemory(nameOfBuffer(t, b), b, element)
                                      : ElementPlace{t.context.tile[b], tileIndex(t, b, element.offset)};
    return makeExpr(type, Load{place.buffer, place.index});
  };
  elements.store = [&](const FieldRead &element, ExprPtr value) -> KStmtPtr {
    const FieldId b = bound[element.field];
    if (coneStage.dead.count(element.field))
      return nullptr;
    if (const auto passed = here.find(b); passed != here.end())
      return makeKStmt(KAssign{passed->second, std::move(value)});
    const ElementPlace place = coneStage.toMemory.count(element.field)
                                   ? inMemory(resultOf(t, b), b, element)
                                   : ElementPlace{t.context.tile[b], tileIndex(t, b, element.offset)};
    return makeKStmt(KStore{place.buffer, place.index, std::move(value)});
  };
  return lowerCell(t.context, body, coneStage.step, elements);
}

KBody rowsOf(const Tiles &t, const JoinedNests &run) {
  KBody rows;
  std::set<FieldId> known;
  for (size_t k = run.first; k < run.end; ++k)
    for (const FieldAccess &access : footprintOf(t.context.program.stages[t.cone.stages[k].stage]).fields)
      if (const FieldId b = t.cone.boundTo[t.cone.stages[k].step][access.field]; known.insert(b).second) {
        rows.push_back(memoryRow(t, b));
        if (t.cone.buffers[b].onChip)
          rows.push_back(onChipRow(t, b));
      }
  return rows;
}

KBody computeStage(const Tiles &t, const ConeStage &coneStage, CellBounds bounds, const KBody &rows,
                   const SingleCells &single, const ExprPtr &along) {
  const Context &context = t.context;
  const Stage &stage = context.program.stages[coneStage.stage];
  const CellBounds domain = boundsOf(stage.domain);
  const std::vector<FieldId> &bound = t.cone.boundTo[coneStage.step];
  auto isHeld = [&](FieldId name) { return t.cone.buffers[bound[name]].written && !coneStage.fromMemory.count(name); };
  const EveryOther cells = everyOther(context, stage, onRings(context.rings, stage.body, isHeld));
  KBody cell = within(t, domain, stageCell(t, coneStage, cells.body, {}));
  if (hasRingRows(context) && !cells.colour && usesOf(cell).names.count(context.image[0])) {
    Context calm = withoutEnds(context);
    const Tiles between{calm, t.cone, t.next};
    const std::optional<BetweenEnds> ends = betweenEnds(context.program, stage.domain[0], 0, cells.body);
    return ringLoops(context, bounds, rows, std::move(cell), ends ? ends->cells : *context.rings.axis[0],
                     within(between, domain, stageCell(between, coneStage, ends ? ends->body : cells.body, {})),
                     single);
  }
  if (along && cells.stride() == 1)
    return rowsAlong(context, bounds, along, rows, cell, single);
  bounds[0].lo = firstOf(context, cells, coneStage.step, bounds[0].lo);
  return cellLoops(context, bounds, rows, cell, cells.stride(), single);
}

KBody computeRun(const Tiles &tiles, const JoinedNests &run) {
  const ConeStage &coneStage = tiles.cone.stages[run.first];
  Context context = withoutImages(tiles.context, coneStage.reach);
  const Tiles t{context, tiles.cone, tiles.next};
  const Stage &stage = t.context.program.stages[coneStage.stage];
  const CellBounds domain = boundsOf(stage.domain);
  CellBounds bounds = widened(t, coneStage.reach, domain);
  const SingleCells single = singleCells(t, coneStage.reach);
  for (int a = 0; a < kMaxAxes; ++a)
    if (single[a])
      bounds[a] = domain[a];
  const ExprPtr along = single[0] ? nullptr : firstAlong(t, run);
  if (run.end - run.first == 1)
    return computeStage(t, coneStage, bounds, rowsOf(t, run), single, along);
  KBody cell;
  PassedNames here;
  for (const FieldId b : run.passed) {
    here[b] = t.context.names.fresh(nameOfBuffer(t, b) + "_here");
    cell.push_back(makeKStmt(KVar{here[b], t.context.program.fields[b].elem, nullptr}));
  }
  for (size_t k = run.first; k < run.end; ++k) // with locals that may be named alike
    cell.push_back(
        makeKStmt(KBlock{stageCell(t, t.cone.stages[k], t.context.program.stages[t.cone.stages[k].stage].body, here)}));
  return along ? rowsAlong(t.context, bounds, along, rowsOf(t, run), cell, single)
               : cellLoops(t.context, bounds, rowsOf(t, run), cell, 1, single);
}

std::string titleOf(const Tiles &t, const JoinedNests &run) {
  std::string title;
  for (size_t k = run.first; k < run.end;) {
    const int step = t.cone.stages[k].step;
    std::string nests;
    const size_t first = k;
    for (; k < run.end && t.cone.stages[k].step == step; ++k)
      nests += (nests.empty() ? " " : ", ") + std::to_string(t.cone.stages[k].stage + 1);
    title += (title.empty() ? "step " : "; step ") + std::to_string(step + 1) + " of " + std::to_string(t.cone.depth) +
             (k - first > 1 ? ", loop nests" : ", loop nest") + nests;
  }
  return title;
}

// May someone of the group still look at what these stores overwrite, or not yet see what they read?
bool mustWait(const Tiles &t, const KBody &stores) {
  const Uses uses = usesOf(stores);
  for (size_t b = 0; b < t.cone.buffers.size(); ++b)
    if (uses.buffers.count(t.context.tile[b]) || (t.cone.buffers[b].stored && !t.cone.buffers[b].spare &&
                                                  uses.buffers.count(nameOfBuffer(t, static_cast<FieldId>(b)))))
      return true;
  return false;
}

KBody passBody(const Tiles &t) {
  const std::vector<JoinedNests> runs = joinedNests(t);
  std::set<FieldId> passed;
  for (const JoinedNests &run : runs)
    passed.insert(run.passed.begin(), run.passed.end());
  KBody stores, body;
  for (size_t b = 0; b < t.cone.buffers.size(); ++b)
    if (t.cone.buffers[b].stored) {
      append(stores, storeBuffer(t, static_cast<FieldId>(b)));
      append(stores, storeGhosts(t, static_cast<FieldId>(b)));
    }
  const bool isLast = mustWait(t, stores);
  if (!stores.empty())
    stores.insert(stores.begin(), makeKStmt(KComment{"the tile's own cells"}));
  for (size_t b = 0; b < t.cone.buffers.size(); ++b)
    if (t.cone.buffers[b].load != LoadKind::None && !passed.count(static_cast<FieldId>(b)))
      append(body, loadBuffer(t, static_cast<FieldId>(b)));
  for (const JoinedNests &run : runs) {
    if (!body.empty())
      body.push_back(makeKStmt(Barrier{}));
    body.push_back(makeKStmt(KComment{titleOf(t, run)}));
    append(body, computeRun(t, run));
  }
  if (!isLast) { // the compiler's registers are then free for the stages
    append(stores, std::move(body));
    return stores;
  }
  body.push_back(makeKStmt(Barrier{}));
  append(body, std::move(stores));
  return body;
}

} // namespace

std::vector<Kernel> overlapKernels(const Tiles &t, const std::string &suffix, bool) {
  KBody body = passBody(t);
  if (!t.context.schedule.rowLoops) // a CPU's compiler isn't told to write loops out again
    body = rolledUp(t.context.names, body);
  Kernel kernel = tileKernel(t, suffix, std::move(body));
  Uses uses = usesOf(kernel.body);
  for (size_t b = 0; b < t.cone.buffers.size(); ++b) {
    FieldId id = static_cast<FieldId>(b);
    if (uses.buffers.count(t.context.tile[b]))
      kernel.groupArrays.push_back({t.context.tile[b], t.context.program.fields[b].elem, arrayOf(t, id).elements()});
  }
  return {std::move(kernel)};
}

} // namespace kasane::lowering
