// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tiled/Tiles.h"

#include "Base/Window.h"

#include "kasane/Analysis/TileArray.h"

namespace kasane::lowering {

const std::string &resultOf(const Tiles &t, FieldId b) {
  return t.cone.buffers[b].spare ? t.next[b] : nameOfBuffer(t, b);
}

CellBounds storedCells(const Tiles &t, FieldId b) {
  const ConeBuffer &buffer = t.cone.buffers[b];
  return buffer.spare ? t.context.hulls[b].box : boundsOf(t.context.program.stages[buffer.coverStage].domain);
}

CellBounds gridOf(const Tiles &t) {
  std::optional<CellBounds> all;
  for (size_t b = 0; b < t.cone.buffers.size(); ++b) {
    if (!t.cone.buffers[b].stored)
      continue;
    CellBounds box = storedCells(t, static_cast<FieldId>(b));
    all = all ? hullOf(*all, box) : box;
  }
  return all.value_or(CellBounds{{{intLit(0), intLit(0)}, {intLit(0), intLit(1)}, {intLit(0), intLit(1)}}});
}

static void addWindow(const Tiles &t, Kernel &kernel, int64_t slack, int64_t sideSlack) {
  WindowOf window(t.context);
  std::map<std::string, FieldId> ids;
  std::set<std::string> covered;
  for (size_t b = 0; b < t.cone.buffers.size(); ++b) {
    const FieldId id = static_cast<FieldId>(b);
    ids[nameOfBuffer(t, id)] = ids[t.next[b]] = id;
    covered.insert(t.next[b]);
    const ConeBuffer &buffer = t.cone.buffers[b];
    if (buffer.load != LoadKind::None)
      window.addCells(id, buffer.reach);
    else if (buffer.stored && !buffer.spare &&
             t.context.touched.onlyWithin(id, t.context.program.stages[buffer.coverStage].domain))
      covered.insert(nameOfBuffer(t, id));
  }
  for (const ConeStage &stage : t.cone.stages)
    window.addStage(t.context.program.stages[stage.stage], stage.reach, t.cone.boundTo[stage.step]);
  window.put(kernel, ids, covered, slack, sideSlack);
}

// Tiles begin where lines of memory do, if the arrays' rows do.
static ExprPtr onLine(const Tiles &t, const ExprPtr &first) {
  const Schedule &schedule = t.context.schedule;
  const int64_t line = schedule.family == Family::Overlap && !t.context.rings.axis[0]
                           ? lineOfRows(t.context.program, schedule.tile, schedule.rowLoops)
                           : 1;
  const auto *known = std::get_if<IntLit>(&first->node);
  return known && line > 1 ? intLit(known->value - ((known->value % line) + line) % line) : first;
}

Kernel tileKernel(const Tiles &t, const std::string &suffix, KBody body, int64_t slack, int64_t sideSlack) {
  const StencilProgram &program = t.context.program;
  Kernel kernel;
  kernel.name = program.name + suffix;
  kernel.comment = std::to_string(t.cone.depth) + (t.cone.depth == 1 ? " step" : " steps") + " at once";
  CellBounds grid = gridOf(t);
  for (int a = 0; a < kMaxAxes; ++a)
    kernel.grid[a] = {t.context.origin[a], grid[a].lo, grid[a].hi, t.context.schedule.tile[a]};
  kernel.grid[0].lo = onLine(t, grid[0].lo);
  kernel.group = t.context.schedule.group;
  kernel.body = std::move(body);
  Uses uses = usesOf(kernel.body);
  for (size_t b = 0; b < program.fields.size(); ++b) {
    const ConeBuffer &buffer = t.cone.buffers[b];
    FieldId id = static_cast<FieldId>(b);
    if (uses.buffers.count(nameOfBuffer(t, id)))
      kernel.buffers.push_back({nameOfBuffer(t, id), program.fields[b].elem, buffer.stored && !buffer.spare});
    if (buffer.spare)
      kernel.buffers.push_back({t.next[b], program.fields[b].elem, true});
  }
  addWindow(t, kernel, slack, sideSlack);
  kernel.scalars = freeScalars(t.context, kernel, t.cone.depth);
  return kernel;
}

RimParts::RimParts(const Tiles &t, bool startsWithRim)
    : any(startsWithRim && t.context.schedule.rimParts > 1), length_(t.context.length[1]) {
  if (any)
    length_ = t.context.names.fresh(t.context.cell[1] + "_length");
}

void startWithRim(const Tiles &t, Kernel &kernel) {
  auto fresh = [&](const std::string &name) { return t.context.names.fresh(name); };
  auto div = [](const ExprPtr &a, const ExprPtr &b) { return binary(BinaryOp::Div, a, b); };
  KBody lets;
  auto let = [&](const std::string &name, const ExprPtr &value) {
    lets.push_back(makeKStmt(KLet{name, ScalarType::I64, value}));
    return scalar(name);
  };
  GridAxis &axis = kernel.grid[0], &along = kernel.grid[1];
  const int64_t parts = t.context.schedule.rimParts;
  const std::string at = fresh("turn_" + axis.var);
  const ExprPtr step = intLit(axis.step), turn = scalar(at);
  ExprPtr last = sub(sub(axis.hi, axis.lo), intLit(1 + axis.atEnds));
  if (axis.atEnds)
    last = maxOf(last, intLit(0));
  const ExprPtr lastColumn = add(axis.lo, mul(div(last, step), step));
  if (parts == 1) {
    let(axis.var, chosen(binary(BinaryOp::Eq, turn, axis.lo), lastColumn, sub(turn, step)));
  } else {
    const ExprPtr number = let(fresh("turn"), div(sub(turn, axis.lo), step)),
                  isLast = binary(BinaryOp::Lt, number, intLit(parts)),
                  isRim = binary(BinaryOp::Lt, number, intLit(2 * parts)),
                  others = sub(turn, intLit((2 * parts - 1) * axis.step));
    const ExprPtr part = let(fresh("rim_part"), chosen(isRim, remainderOf(number, parts), intLit(0)));
    const ExprPtr tile = intLit(along.step), each = intLit((along.step + parts - 1) / parts), before = mul(part, each);
    let(axis.var, chosen(isLast, lastColumn, chosen(isRim, axis.lo, others)));
    let(t.context.length[1], chosen(isRim, minOf(each, sub(tile, before)), tile));
    const std::string from = fresh("turn_" + along.var);
    let(along.var, add(scalar(from), before));
    along.var = from;
    // Of a single column there is no other one.
    auto more = [&](const ExprPtr &is) { return chosen(is, intLit((parts - 1) * axis.step), intLit(0)); };
    axis.hi = add(axis.hi, add(more(binary(BinaryOp::Gt, axis.hi, axis.lo)), more(binary(BinaryOp::Ge, last, step))));
  }
  axis.var = at;
  kernel.body.insert(kernel.body.begin(), lets.begin(), lets.end());
  kernel.order = {1, 0, 2};
}

} // namespace kasane::lowering
