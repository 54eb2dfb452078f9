// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family overlap: a tile makes `depth` steps in on-chip arrays, on shrinking regions, and stores its own cells. What no
// stage has written yet is read in memory, and the last stage stores its result there. On-chip arrays stand for buffers,
// not for names: a cell that a step does not update keeps its buffer's value, as in the original.
#include "Actions.h"
#include "CellBody.h"
#include "Families.h"

#include "kasane/Analysis/Cone.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

struct Tiles {
  Context &context;
  const Cone &cone;
  std::vector<std::string> next; // by buffer: the spare's parameter name, "" without
};

int64_t span(const Tiles &t, FieldId b, int axis) {
  const Reach &reach = t.cone.buffers[b].reach;
  return axis < t.context.program.rank ? t.context.schedule.tile[axis] + reach.hi[axis] - reach.lo[axis] : 1;
}

const std::string &nameOfBuffer(const Tiles &t, FieldId b) { return t.context.program.fields[b].name; }

// Where the tile's results of a buffer go.
const std::string &resultOf(const Tiles &t, FieldId b) {
  return t.cone.buffers[b].spare ? t.next[b] : nameOfBuffer(t, b);
}

// The cells of the tile widened by `reach`, within `within`; along a ring they go on past its ends.
CellBounds widened(const Tiles &t, const Reach &reach, const CellBounds &within) {
  CellBounds out = within;
  for (int a = 0; a < t.context.program.rank; ++a)
    if (const auto &ring = t.context.rings.axis[a])
      out[a] = {add(t.context.from(a), intLit(reach.lo[a])),
                add(least(add(t.context.from(a), intLit(t.context.schedule.tile[a])), toExpr(ring->hi)), intLit(reach.hi[a]))};
    else
      out[a] = {greatest(add(t.context.from(a), intLit(reach.lo[a])), within[a].lo),
              least(add(t.context.from(a), intLit(t.context.schedule.tile[a] + reach.hi[a])), within[a].hi)};
  return out;
}

// On-chip index of the cell at x = 0 of this row; the tile's first cell is at -reach.lo.
ExprPtr tileRow(const Tiles &t, FieldId b) {
  const Reach &reach = t.cone.buffers[b].reach;
  ExprPtr base = intLit(0);
  int64_t stride = 1;
  for (int a = 0; a < t.context.program.rank; ++a) {
    ExprPtr position = a == 0 ? sub(intLit(-reach.lo[0]), t.context.from(0))
                              : add(sub(t.context.at(a), t.context.from(a)), intLit(-reach.lo[a]));
    base = a == 0 ? position : add(mul(position, intLit(stride)), base);
    stride *= span(t, b, a);
  }
  return base;
}

ExprPtr tileIndex(const Tiles &t, FieldId b, const Offset &offset) {
  int64_t shift = 0, stride = 1;
  for (int a = 0; a < t.context.program.rank; ++a) {
    shift += offset[a] * stride;
    stride *= span(t, b, a);
  }
  if (t.context.program.rank == 1) // no row to stand in: the tile's loops are siblings in one scope
    return add(sub(t.context.at(0), t.context.from(0)), intLit(shift - t.cone.buffers[b].reach.lo[0]));
  return add(add(scalar(t.context.tileRow[b]), t.context.at(0)), intLit(shift));
}

// The tile's own cells.
CellBounds ownCells(const Tiles &t, const CellBounds &within) {
  CellBounds out = within;
  for (int a = 0; a < t.context.program.rank; ++a)
    out[a] = {greatest(t.context.from(a), within[a].lo),
              least(add(t.context.from(a), intLit(t.context.schedule.tile[a])), within[a].hi)};
  return out;
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

// Corners of the hull of a flat array may lie outside of the user's allocation: only what lies between the first and the
// last element that the original touches may be touched here.
KBody clipped(const Tiles &t, FieldId b, KStmtPtr copy) {
  const FieldHull &hull = t.context.hulls[b];
  if (!hull.first)
    return {std::move(copy)};
  ExprPtr index = elementIndex(t.context, {b, {}});
  ExprPtr inside = binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, index, hull.first),
                          binary(BinaryOp::Le, index, hull.last));
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
    ExprPtr high = binary(BinaryOp::Gt, add(t.context.from(a), intLit(t.context.schedule.tile[a] + reach.hi[a])),
                          domain[a].hi);
    ExprPtr out = binary(BinaryOp::LogicalOr, low, high);
    any = any ? binary(BinaryOp::LogicalOr, any, out) : out;
  }
  return any;
}

KBody loadBuffer(const Tiles &t, FieldId b) {
  const ConeBuffer &buffer = t.cone.buffers[b];
  const Field &field = t.context.program.fields[b];
  ExprPtr value = makeExpr(field.elem, Load{nameOfBuffer(t, b), elementIndex(t.context, {b, {}})});
  KBody copy = clipped(t, b, makeKStmt(KStore{t.context.tile[b], tileIndex(t, b, {}), value}));
  CellBounds region = widened(t, buffer.reach, t.context.hulls[b].box);
  copy = within(t, t.context.hulls[b].box, copy);
  KBody rows = {memoryRow(t, b), onChipRow(t, b)};
  if (buffer.load == LoadKind::Whole)
    return cellLoops(t.context, region, rows, copy);
  CellBounds cover = boundsOf(t.context.program.stages[buffer.coverStage].domain);
  ExprPtr kept = outside(t, cover);
  if (!kept)
    return {};
  KBody fixedOnly = {makeKStmt(KIf{kept, copy, {}})};
  return {makeKStmt(KIf{reachesOutside(t, buffer.reach, cover), cellLoops(t.context, region, rows, fixedOnly), {}})};
}

// What the stages have not stored in memory themselves. A spare takes every cell of the tile, also those that no stage
// updates.
KBody storeBuffer(const Tiles &t, FieldId b) {
  const ConeBuffer &buffer = t.cone.buffers[b];
  if (buffer.throughStage >= 0 && !buffer.spare)
    return {};
  const std::string &from = buffer.onChip ? t.context.tile[b] : nameOfBuffer(t, b);
  ExprPtr index = buffer.onChip ? tileIndex(t, b, {}) : elementIndex(t.context, {b, {}});
  ExprPtr value = makeExpr(t.context.program.fields[b].elem, Load{from, index});
  KStmtPtr copy = makeKStmt(KStore{resultOf(t, b), elementIndex(t.context, {b, {}}), value});
  KBody body = buffer.spare ? clipped(t, b, copy) : KBody{copy};
  CellBounds all = buffer.spare ? t.context.hulls[b].box
                                   : boundsOf(t.context.program.stages[buffer.coverStage].domain);
  KBody rows = {memoryRow(t, b), onChipRow(t, b)};
  CellBounds cells = ownCells(t, all);
  if (buffer.throughStage < 0)
    return cellLoops(t.context, cells, rows, body);
  CellBounds done = boundsOf(t.context.program.stages[buffer.throughStage].domain);
  ExprPtr left = outside(t, done);
  if (!left)
    return {};
  KBody rest = {makeKStmt(KIf{left, body, {}})};
  return {makeKStmt(KIf{reachesOutside(t, {}, done), cellLoops(t.context, cells, rows, rest), {}})};
}

KBody computeStage(const Tiles &t, const ConeStage &coneStage) {
  const Stage &stage = t.context.program.stages[coneStage.stage];
  const std::vector<FieldId> &bound = t.cone.boundTo[coneStage.step];
  auto inMemory = [&](const std::string &buffer, FieldId b, const FieldRead &element) {
    return Place{buffer, elementIndex(t.context, {b, element.offset, element.far})};
  };
  PlaceOf readAt = [&](const FieldRead &element) {
    FieldId b = bound[element.field];
    bool memory = !t.cone.buffers[b].written || coneStage.fromMemory.count(element.field);
    return memory ? inMemory(nameOfBuffer(t, b), b, element) : Place{t.context.tile[b], tileIndex(t, b, element.offset)};
  };
  PlaceOf storeAt = [&](const FieldRead &element) {
    FieldId b = bound[element.field];
    if (coneStage.dead.count(element.field))
      return Place{};
    return coneStage.toMemory.count(element.field) ? inMemory(resultOf(t, b), b, element)
                                                   : Place{t.context.tile[b], tileIndex(t, b, element.offset)};
  };
  KBody rows;
  for (const FieldAccess &access : footprintOf(stage).fields) {
    FieldId b = bound[access.field];
    rows.push_back(memoryRow(t, b));
    if (t.cone.buffers[b].onChip)
      rows.push_back(onChipRow(t, b));
  }
  auto isHeld = [&](FieldId name) { return t.cone.buffers[bound[name]].written && !coneStage.fromMemory.count(name); };
  std::vector<StmtPtr> body = onRings(t.context.rings, stage.body, isHeld);
  CellBounds domain = boundsOf(stage.domain);
  KBody cell = within(t, domain, lowerCell(t.context, body, coneStage.step, readAt, storeAt));
  return cellLoops(t.context, widened(t, coneStage.reach, domain), rows, cell);
}

void append(KBody &body, KBody more) { body.insert(body.end(), more.begin(), more.end()); }

KBody passBody(const Tiles &t) {
  KBody body;
  for (size_t b = 0; b < t.cone.buffers.size(); ++b)
    if (t.cone.buffers[b].load != LoadKind::None)
      append(body, loadBuffer(t, static_cast<FieldId>(b)));
  for (const ConeStage &stage : t.cone.stages) {
    if (!body.empty())
      body.push_back(makeKStmt(Barrier{}));
    body.push_back(makeKStmt(KComment{"step " + std::to_string(stage.step + 1) + " of " + std::to_string(t.cone.depth) +
                                      ", loop nest " + std::to_string(stage.stage + 1)}));
    append(body, computeStage(t, stage));
  }
  KBody stores;
  for (size_t b = 0; b < t.cone.buffers.size(); ++b)
    if (t.cone.buffers[b].stored)
      append(stores, storeBuffer(t, static_cast<FieldId>(b)));
  if (stores.empty())
    return body;
  body.push_back(makeKStmt(Barrier{}));
  body.push_back(makeKStmt(KComment{"the tile's own cells"}));
  append(body, stores);
  return body;
}

// Tiles cover what is stored: the hull where a spare takes everything, the written domain elsewhere.
CellBounds gridOf(const Tiles &t) {
  std::optional<CellBounds> all;
  for (size_t b = 0; b < t.cone.buffers.size(); ++b) {
    const ConeBuffer &buffer = t.cone.buffers[b];
    if (!buffer.stored)
      continue;
    CellBounds box =
        buffer.spare ? t.context.hulls[b].box : boundsOf(t.context.program.stages[buffer.coverStage].domain);
    all = all ? hullOf(*all, box) : box;
  }
  return all.value_or(CellBounds{{{intLit(0), intLit(0)}, {intLit(0), intLit(1)}, {intLit(0), intLit(1)}}});
}

Kernel overlapKernel(const Tiles &t, const std::string &suffix) {
  const StencilProgram &program = t.context.program;
  Kernel kernel;
  kernel.name = program.name + suffix;
  kernel.comment = std::to_string(t.cone.depth) + (t.cone.depth == 1 ? " step" : " steps") + " at once";
  CellBounds grid = gridOf(t);
  for (int a = 0; a < kMaxAxes; ++a)
    kernel.grid[a] = {t.context.origin[a], grid[a].lo, grid[a].hi, t.context.schedule.tile[a]};
  kernel.group = t.context.schedule.group;
  kernel.body = passBody(t);
  Uses uses = usesOf(kernel.body);
  for (size_t b = 0; b < program.fields.size(); ++b) {
    const ConeBuffer &buffer = t.cone.buffers[b];
    FieldId id = static_cast<FieldId>(b);
    if (uses.buffers.count(nameOfBuffer(t, id)))
      kernel.buffers.push_back({nameOfBuffer(t, id), program.fields[b].elem, buffer.stored && !buffer.spare});
    if (buffer.spare)
      kernel.buffers.push_back({t.next[b], program.fields[b].elem, true});
    if (uses.buffers.count(t.context.tile[b]))
      kernel.groupArrays.push_back(
          {t.context.tile[b], program.fields[b].elem, span(t, id, 0) * span(t, id, 1) * span(t, id, 2)});
  }
  kernel.scalars = freeScalars(t.context, kernel, t.cone.depth);
  return kernel;
}

// The pool of spares: each rotation cycle has as many as one pass needs of it at once.
int spareFor(const std::vector<FieldId> &orbit, FieldId b, std::vector<HostSpare> &spares, std::set<int> &taken) {
  for (size_t k = 0; k < spares.size(); ++k)
    if (orbit[spares[k].like] == orbit[b] && taken.insert(static_cast<int>(k)).second)
      return static_cast<int>(k);
  spares.push_back({b});
  taken.insert(static_cast<int>(spares.size()) - 1);
  return static_cast<int>(spares.size()) - 1;
}

class PlanBuilder {
public:
  explicit PlanBuilder(Context &context) : context_(context), orbit_(orbitsOf(context.program)) {
    for (const Field &field : context.program.fields)
      next_.push_back(context.names.fresh(field.name + "_next"));
  }

  // A pass of `depth` steps, and what follows it. Equal cones share a kernel.
  std::vector<HStmt> pass(int depth, const ConeOptions &options) {
    Passing passing = begin(depth, options);
    if (options.gathers)
      for (int s = 0; s < depth; ++s)
        if (everyStep_ || s == depth - 1)
          act(passing, s);
    std::vector<HStmt> out = {{std::move(passing.pass)}};
    out.insert(out.end(), passing.after.begin(), passing.after.end());
    return out;
  }

  ConeOptions options(bool last) const {
    bool acts = !context_.program.actions.empty();
    bool stop = stops(context_.program);
    return {last || stop, acts && (last || everyStep_), stop};
  }

  FamilyPlan plan;

private:
  struct Passing {
    Cone cone;
    HPass pass;
    std::vector<HStmt> after; // flips and moves
  };

  Passing begin(int depth, const ConeOptions &options) {
    Passing passing{coneOf(context_.program, depth, options), {depth, {}}, {}};
    const Cone &cone = passing.cone;
    Tiles tiles{context_, cone, next_};
    for (int s = 0; s < depth; ++s)
      for (HStmt &scalar : stepScalars(context_, s))
        passing.pass.body.push_back(std::move(scalar));
    bool stores = std::any_of(cone.buffers.begin(), cone.buffers.end(), [](const ConeBuffer &b) { return b.stored; });
    if (stores)
      passing.pass.body.push_back({launch(tiles, kernelFor(tiles, options), passing.after)});
    if (std::vector<FieldId> from = cone.boundTo[depth]; from != cone.boundTo[0])
      passing.after.push_back({HRotate{from}});
    return passing;
  }

  int kernelFor(const Tiles &tiles, const ConeOptions &options) {
    auto known = std::find(cones_.begin(), cones_.end(), tiles.cone);
    int index = static_cast<int>(known - cones_.begin());
    if (known == cones_.end()) {
      cones_.push_back(tiles.cone);
      std::string kind = options.stages != SIZE_MAX || !options.moves ? "_part" + std::to_string(cones_.size()) + "_"
                         : options.outOfPlace && !options.gathers      ? "_again"
                         : options.last                               ? "_last"
                                                                      : "_pass";
      plan.kernels.push_back(overlapKernel(tiles, kind + std::to_string(tiles.cone.depth)));
    }
    return index;
  }

  // The host's part of step `step`, behind the pass. Where it ends the region before the pass's end, the pass is made again
  // as far as that.
  void act(Passing &passing, int step) {
    int depth = passing.cone.depth;
    WhenStopped whenStopped = [&](const HostAction &action, const Stop &stop) -> std::vector<HStmt> {
      bool whole = action.before == context_.program.stages.size() && (stop.moved || !movesPointers());
      if (whole && step == depth - 1)
        return passing.after;
      ConeOptions again = options(true);
      again.gathers = false;
      again.stages = whole ? SIZE_MAX : action.before;
      again.moves = whole;
      Passing part = begin(step + 1, again);
      std::vector<HStmt> out = {{HUndo{depth}}, {std::move(part.pass)}};
      out.insert(out.end(), part.after.begin(), part.after.end());
      return out;
    };
    for (HStmt &stmt : actionsOf(context_, step, passing.cone.boundTo[step], whenStopped))
      passing.pass.body.push_back(std::move(stmt));
  }

  bool movesPointers() const {
    for (size_t f = 0; f < context_.program.fields.size(); ++f)
      if (!context_.program.fields[f].hidden && context_.program.rotation[f] != static_cast<FieldId>(f))
        return true;
    return false;
  }

  HLaunch launch(const Tiles &tiles, int index, std::vector<HStmt> &flips) {
    const Kernel &kernel = plan.kernels[index];
    HLaunch launch{index, {}, {}};
    std::set<int> taken;
    Uses uses = usesOf(kernel.body);
    for (size_t b = 0; b < context_.program.fields.size(); ++b) {
      int name = static_cast<int>(b);
      if (uses.buffers.count(nameOfBuffer(tiles, name)))
        launch.buffers.push_back({name, -1});
      if (!tiles.cone.buffers[b].spare)
        continue;
      int spare = spareFor(orbit_, name, plan.spares, taken);
      launch.buffers.push_back({-1, spare});
      flips.push_back({HFlip{name, spare}});
    }
    for (const ScalarParam &param : kernel.scalars)
      launch.scalars.push_back(scalar(param.name, param.type));
    return launch;
  }

  Context &context_;
  bool everyStep_ = actsInEveryStep(context_.program);
  std::vector<FieldId> orbit_;
  std::vector<std::string> next_;
  std::vector<Cone> cones_;
};

} // namespace

FamilyPlan lowerOverlap(Context &context) {
  PlanBuilder builder(context);
  int depth = context.schedule.depth;
  bool stop = stops(context.program); // any pass may be the last, so all are alike
  std::vector<HStmt> body;
  if (context.program.time)
    body.push_back({HRepeat{stop ? depth - 1 : depth, builder.pass(depth, builder.options(false))}});
  HByRemaining end;
  for (int left = 1; left <= depth; ++left)
    end.cases.push_back(builder.pass(left, builder.options(true)));
  body.push_back({std::move(end)});
  builder.plan.body = std::move(body);
  return std::move(builder.plan);
}

} // namespace kasane::lowering
