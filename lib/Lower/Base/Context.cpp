// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Base/Context.h"

#include "kasane/Analysis/Chunks.h"
#include "kasane/Analysis/Early.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

std::vector<FieldHull> orbitHulls(const StencilProgram &program) {
  std::vector<FieldHull> hulls = fieldHulls(program);
  std::vector<FieldId> orbit = orbitsOf(program);
  for (size_t f = 0; f < hulls.size(); ++f) {
    FieldHull &leader = hulls[orbit[f]];
    if (orbit[f] == static_cast<FieldId>(f))
      continue;
    leader.box = hullOf(leader.box, hulls[f].box);
    leader.first = leader.first && hulls[f].first ? least(leader.first, hulls[f].first) : nullptr;
    leader.last = leader.last && hulls[f].last ? greatest(leader.last, hulls[f].last) : nullptr;
    leader.read |= hulls[f].read;
    leader.written |= hulls[f].written;
  }
  for (size_t f = 0; f < hulls.size(); ++f)
    hulls[f] = hulls[orbit[f]];
  return hulls;
}

// Long: a case for each kind of statement.
void collect(const KBody &body, Uses &out) {
  auto uses = [&](const ExprPtr &expr) {
    walk(expr, [&](const Expr &e) {
      if (const auto *ref = std::get_if<ScalarRef>(&e.node))
        out.names.insert(ref->name);
      if (const auto *load = std::get_if<Load>(&e.node))
        out.buffers.insert(load->buffer);
    });
  };
  for (const KStmtPtr &stmt : body)
    match(
        stmt->node,
        [&](const CellLoop &n) {
          out.defined.insert(n.var);
          uses(n.lo);
          uses(n.hi);
          collect(n.body, out);
        },
        [&](const KFor &n) {
          out.defined.insert(n.var);
          uses(n.lo);
          uses(n.hi);
          collect(n.body, out);
        },
        [&](const KBlock &n) { collect(n.body, out); }, [](const Barrier &) {},
        [&](const KLet &n) {
          out.defined.insert(n.name);
          uses(n.value);
        },
        [&](const KVar &n) {
          out.defined.insert(n.name);
          uses(n.init);
        },
        [&](const KItemArray &n) { out.defined.insert(n.name); },
        [&](const KPick &n) {
          out.defined.insert(n.name);
          out.buffers.insert(n.of.begin(), n.of.end());
          uses(n.which);
        },
        [&](const KAssign &n) { uses(n.value); },
        [&](const KStore &n) {
          out.buffers.insert(n.buffer);
          uses(n.index);
          uses(n.value);
        },
        [&](const KLoadRow &n) {
          out.buffers.insert(n.buffer);
          uses(n.index);
        },
        [&](const KStoreRow &n) {
          out.buffers.insert(n.buffer);
          uses(n.index);
          std::for_each(n.values.begin(), n.values.end(), uses);
        },
        [&](const KLoadItems &n) {
          out.buffers.insert(n.buffer);
          uses(n.at);
          uses(n.index);
        },
        [&](const KBring &n) {
          out.buffers.insert(n.array);
          out.buffers.insert(n.buffer);
          uses(n.at);
          uses(n.index);
        },
        [](const KBatch &) {}, [](const KArrive &) {},
        [&](const KPrefetch &n) {
          out.buffers.insert(n.buffer);
          uses(n.index);
        },
        [&](const KIf &n) {
          uses(n.condition);
          collect(n.thenBody, out);
          collect(n.elseBody, out);
        },
        [](const KComment &) {});
}

// Blocks that share rows compute some cells twice. What cells leave for sums must count once; and a pipeline makes
// whole tiles, whose cells behind the side are made of whatever lies there.
bool maySplitRows(const StencilProgram &p, const Schedule &s) {
  const int axis = p.rank - 2;
  if (axis < 1 || s.tile[axis] < 1 || ringsOf(p).rings.axis[axis] || !notChunked(p, axis).empty() || !p.actions.empty())
    return false;
  return std::none_of(p.fields.begin(), p.fields.end(), isGathered) &&
         (s.family != Family::Pipeline || std::none_of(p.stages.begin(), p.stages.end(), mayTrap));
}

} // namespace

Context::Context(const StencilProgram &p, const Schedule &s)
    : program(p), schedule(s), names(p), hulls(orbitHulls(p)), touched(hulls) {
  for (int a = 0; a < kMaxAxes; ++a) {
    std::string axis(1, "xyz"[a]);
    cell[a] = names.fresh(axis);
    origin[a] = names.fresh(axis + "0");
  }
  if (holdsTiles(s))
    rings = ringsOf(p).rings;
  for (int a = 0; a < kMaxAxes; ++a)
    image[a] = rings.axis[a] && !p.endless[a] ? names.fresh(cell[a] + "_image") : cell[a];
  const bool mayHaveWindow =
      s.windows && s.family != Family::Diamond && s.tile[p.rank - 1] > 0 && notChunked(p).empty();
  if (hasLeaves(p))
    leafTile = names.fresh("leaf_tile");
  if (std::optional<StencilProgram> made = mayHaveWindow ? endlessOf(p) : std::nullopt)
    endless = std::make_shared<Endless>(std::move(*made), s);
  windowed = mayHaveWindow && !endless;
  sided = windowed && !s.rowLoops && maySplitRows(p, s);
  time = names.fresh(p.time ? p.time->var : "t");
  for (int step = 0; step < s.depth; ++step) {
    level.emplace_back();
    for (const StepScalar &scalar : p.stepScalars)
      level.back().push_back(names.fresh(scalar.name + "_" + std::to_string(step)));
  }
  for (const Field &field : p.fields) {
    row.push_back(names.fresh(field.name + "_row"));
    tile.push_back(names.fresh(field.name + "_tile"));
    tileRow.push_back(names.fresh(field.name + "_tile_row"));
  }
}

static ExprPtr endOfTile(const Context &context, int axis, const ExprPtr &tile) {
  ExprPtr end = add(context.from(axis), tile);
  if (context.windowed && axis == context.program.rank - 1)
    return minOf(end, scalar(kWindowEnd));
  return context.sided && axis == context.program.rank - 2 ? minOf(end, scalar(kSideEnd)) : end;
}

ExprPtr Context::tileEnd(int axis, int64_t tile) const { return endOfTile(*this, axis, intLit(tile)); }

ExprPtr Context::tileEnd(int axis) const {
  return endOfTile(*this, axis, length[axis].empty() ? intLit(schedule.tile[axis]) : scalar(length[axis]));
}

ExprPtr simplified(const ExprPtr &e) {
  const std::optional<Poly> poly = toPoly(e);
  return poly ? toExpr(*poly) : e;
}

std::optional<int64_t> distance(const ExprPtr &from, const ExprPtr &to) {
  std::optional<Poly> a = toPoly(from), b = toPoly(to);
  if (!a || !b)
    return print(from) == print(to) ? std::optional<int64_t>(0) : std::nullopt;
  return (*b - *a).constant();
}

ExprPtr within(const ExprPtr &at, const ExprBounds &bounds) {
  return binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, at, bounds.lo), binary(BinaryOp::Lt, at, bounds.hi));
}
ExprPtr clamped(const ExprPtr &at, const ExprPtr &first, const ExprPtr &last) { return minOf(maxOf(at, first), last); }
ExprPtr dividedBy(const ExprPtr &a, int64_t by) { return by == 1 ? a : binary(BinaryOp::Div, a, intLit(by)); }

ExprPtr remainderOf(const ExprPtr &a, int64_t by) { return by == 1 ? intLit(0) : binary(BinaryOp::Rem, a, intLit(by)); }

ExprPtr negated(const ExprPtr &e) { return makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, e}); }
ExprPtr chosen(const ExprPtr &condition, const ExprPtr &a, const ExprPtr &b) {
  return makeExpr(a->type, Select{condition, a, b});
}

ExprPtr both(const ExprPtr &a, const ExprPtr &b) { return a ? binary(BinaryOp::LogicalAnd, a, b) : b; }

ExprPtr least(const ExprPtr &a, const ExprPtr &b) {
  std::optional<int64_t> known = distance(a, b);
  if (!known)
    return minOf(a, b);
  return *known >= 0 ? a : b;
}

ExprPtr greatest(const ExprPtr &a, const ExprPtr &b) {
  std::optional<int64_t> known = distance(a, b);
  if (!known)
    return maxOf(a, b);
  return *known >= 0 ? b : a;
}

CellBounds boundsOf(const Box &box) {
  CellBounds out;
  for (int a = 0; a < kMaxAxes; ++a)
    out[a] = {toExpr(box[a].lo), toExpr(box[a].hi)};
  return out;
}

ExprPtr inStep(const Context &context, const Poly &poly) {
  return toExpr(poly, [&](const std::string &name) { return scalar(name == kTimeSymbol ? context.time : name); });
}

CellBounds boundsOf(const Context &context, const Box &box) {
  CellBounds out;
  for (int a = 0; a < kMaxAxes; ++a)
    out[a] = {inStep(context, box[a].lo), inStep(context, box[a].hi)};
  return out;
}

CellBounds hullOf(const CellBounds &a, const CellBounds &b) {
  CellBounds out;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    out[axis] = {least(a[axis].lo, b[axis].lo), greatest(a[axis].hi, b[axis].hi)};
  return out;
}

std::vector<FieldId> orbitsOf(const StencilProgram &program) {
  std::vector<FieldId> orbit;
  for (size_t f = 0; f < program.fields.size(); ++f) {
    const std::vector<FieldId> cycle = cycleOf(program, static_cast<FieldId>(f));
    orbit.push_back(*std::min_element(cycle.begin(), cycle.end()));
  }
  return orbit;
}

ExprPtr rowBase(const Context &context, FieldId field) {
  const Field &f = context.program.fields[field];
  ExprPtr base = intLit(0);
  for (int a = kMaxAxes - 1; a >= 1; --a)
    if (f.has[a])
      base = add(base, mul(context.inMemory(a), toExpr(f.stride[a])));
  if (!f.leaf.isZero())
    base = add(mul(scalar(kLeafName), toExpr(f.leaf)), base);
  return base;
}

// On the other axes it is where the cell is.
static ExprPtr placedIndex(const Context &context, const FieldRead &element) {
  const Field &f = context.program.fields[element.field];
  ExprPtr index = f.leaf.isZero() ? intLit(0) : mul(scalar(kLeafName), toExpr(f.leaf));
  for (int a = kMaxAxes - 1; a >= 0; --a)
    if (f.has[a])
      index = add(index, mul(element.at[a] ? inStep(context, *element.at[a])
                                           : add(context.inMemory(a), toExpr(distanceOf(element, a))),
                             toExpr(f.stride[a])));
  return index;
}

ExprPtr elementIndex(const Context &context, const FieldRead &element) {
  const Field &f = context.program.fields[element.field];
  if (isPlaced(element.at))
    return placedIndex(context, element);
  Poly shift;
  for (int a = 0; a < kMaxAxes; ++a)
    if (f.has[a])
      shift = shift + distanceOf(element, a) * f.stride[a];
  ExprPtr index = f.has[1] || f.has[2] || !f.leaf.isZero() ? scalar(context.row[element.field]) : intLit(0);
  if (f.has[0])
    index = add(index, mul(context.inMemory(0), toExpr(f.stride[0])));
  return add(index, toExpr(shift));
}

void append(KBody &to, KBody more) { to.insert(to.end(), more.begin(), more.end()); }

void dropUnusedLets(KBody &lets, const KBody &body) {
  const Uses uses = usesOf(body);
  std::erase_if(lets, [&](const KStmtPtr &stmt) {
    const auto *let = std::get_if<KLet>(&stmt->node);
    return let && !uses.names.count(let->name);
  });
}

KBody withoutUnusedLets(KBody body) {
  const auto isLet = [](const KStmtPtr &stmt) { return std::holds_alternative<KLet>(stmt->node); };
  KBody lets, others;
  std::ranges::partition_copy(body, std::back_inserter(lets), std::back_inserter(others), isLet);
  Uses uses = usesOf(others);
  const auto isNamed = [&](const KStmtPtr &let) { return uses.names.count(std::get<KLet>(let->node).name) > 0; };
  // Those that are named, and then those that they name.
  for (auto rest = lets.begin(); rest != lets.end();) {
    const auto end = std::partition(rest, lets.end(), isNamed);
    if (end == rest)
      break;
    collect(KBody(rest, end), uses);
    rest = end;
  }
  std::erase_if(body, [&](const KStmtPtr &stmt) { return isLet(stmt) && !isNamed(stmt); });
  return body;
}

Uses usesOf(const KBody &body) {
  Uses uses;
  collect(body, uses);
  return uses;
}

RingPlace placeOnRing(const Context &context, int axis, const ExprPtr &cell) {
  const AxisBounds &ring = *context.rings.axis[axis];
  return kasane::placeOnRing(cell, toExpr(ring.lo), toExpr(ring.hi));
}

static KStmtPtr imageLet(const Context &context, int axis) {
  const RingPlace place = placeOnRing(context, axis, context.at(axis));
  return makeKStmt(KLet{context.image[axis], ScalarType::I64,
                        makeExpr(ScalarType::I64, Select{place.isInside, context.at(axis), place.wrapped})});
}

static KBody singleCell(const Context &context, int axis, const ExprBounds &bounds, KBody body) {
  ExprPtr cell = context.at(axis);
  ExprPtr inside =
      binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, cell, bounds.lo), binary(BinaryOp::Lt, cell, bounds.hi));
  return {makeKStmt(KBlock{{makeKStmt(KLet{context.cell[axis], ScalarType::I64, context.from(axis)}),
                            makeKStmt(KIf{inside, std::move(body), {}})}})};
}

KBody withImage(const Context &context, KBody cell) {
  if (context.image[0] != context.cell[0] && usesOf(cell).names.count(context.image[0]))
    cell.insert(cell.begin(), imageLet(context, 0));
  return cell;
}

KBody rowLoops(const Context &context, const CellBounds &bounds, KBody rows, KBody row, const SingleCells &single) {
  KBody images;
  for (int a = 1; a < context.program.rank; ++a)
    if (context.image[a] != context.cell[a])
      images.push_back(imageLet(context, a));
  dropUnusedLets(rows, row);
  row.insert(row.begin(), rows.begin(), rows.end());
  dropUnusedLets(images, row);
  row.insert(row.begin(), images.begin(), images.end());
  for (int a = 1; a < context.program.rank; ++a)
    row = single[a] ? singleCell(context, a, bounds[a], std::move(row))
                    : KBody{makeKStmt(CellLoop{a, context.cell[a], bounds[a].lo, bounds[a].hi, std::move(row)})};
  return row;
}

KBody cellLoops(const Context &context, const CellBounds &bounds, KBody rows, KBody body, int64_t stride,
                const SingleCells &single) {
  KBody cell = withImage(context, std::move(body));
  KBody row = single[0]
                  ? singleCell(context, 0, bounds[0], std::move(cell))
                  : KBody{makeKStmt(CellLoop{0, context.cell[0], bounds[0].lo, bounds[0].hi, std::move(cell), stride})};
  return rowLoops(context, bounds, std::move(rows), std::move(row), single);
}

std::vector<ScalarParam> freeScalars(const Context &context, const Kernel &kernel, int depth) {
  Uses uses = usesOf(kernel.body);
  if (const std::optional<KFronts> &fronts = kernel.fronts)
    collect({makeKStmt(KFor{fronts->var, fronts->lo, fronts->hi, 1, fronts->lets})}, uses);
  for (int a = 0; a < context.program.rank; ++a) {
    uses.defined.insert(kernel.grid[a].var);
    if (kernel.window && kernel.window->isAlong(a))
      continue;
    collect({makeKStmt(KLet{"", ScalarType::I64, kernel.grid[a].lo}),
             makeKStmt(KLet{"", ScalarType::I64, kernel.grid[a].hi})},
            uses);
  }
  std::vector<ScalarParam> out;
  auto addIfUsed = [&](const std::string &name, ScalarType type) {
    if (uses.names.count(name) && !uses.defined.count(name))
      out.push_back({name, type});
  };
  for (const Param &param : context.program.params)
    addIfUsed(param.name, isFloat(param.type) ? param.type : ScalarType::I64);
  addIfUsed(context.time, ScalarType::I64);
  for (const Variable &v : context.program.variables)
    addIfUsed(v.name, v.type);
  for (int s = 0; s < depth; ++s)
    for (size_t k = 0; k < context.program.stepScalars.size(); ++k)
      addIfUsed(context.level[s][k], context.program.stepScalars[k].type);
  return out;
}

} // namespace kasane::lowering
