// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family sweep: one step a pass, one kernel a stage, straight on the buffers. Nothing is copied, so what the original
// leaves in a cell that it does not update stays there.
#include "Actions.h"
#include "CellBody.h"
#include "CellsAbreast.h"
#include "EveryOther.h"
#include "Families.h"
#include "RowChoice.h"
#include "RowParts.h"
#include "Window.h"

#include "kasane/Analysis/BetweenEnds.h"
#include "kasane/Analysis/Footprint.h"

#include <algorithm>
#include <numeric>

namespace kasane::lowering {
namespace {

using Extents = std::array<int64_t, 3>;

// [origin, origin + tile) within the domain; an axis that is one tile has no tile loop.
CellBounds tileBounds(const Context &context, const Extents &tiles, const CellBounds &domain) {
  CellBounds out = domain;
  for (int a = 0; a < context.program.rank; ++a)
    if (int64_t tile = tiles[a])
      out[a] = {context.from(a), least(context.tileEnd(a, tile), domain[a].hi)};
  return out;
}

// One cell per tile on an axis needs no loop over cells; but where a group has more work-items, all except one must pass it over.
bool isOneCell(const Schedule &schedule, int axis) { return schedule.tile[axis] == 1 && schedule.group[axis] == 1; }

// The cell of a tile that has one along the axis.
KBody oneCell(const Context &context, int axis, KBody body) {
  KBody cell = {makeKStmt(KLet{context.cell[axis], ScalarType::I64, context.from(axis)})};
  dropUnusedLets(cell, body);
  body.insert(body.begin(), cell.begin(), cell.end());
  return body;
}

constexpr int64_t kLine = 32; // cells: whole lines of memory, of any type

// Tiles begin at whole lines of memory, if rows do, wherever the first cell is.
ExprPtr firstTile(const Schedule &schedule, const ExprPtr &lo) {
  const auto *known = std::get_if<IntLit>(&lo->node);
  const bool isOfLines = schedule.abreast && known && known->value > 0 && schedule.tile[0] % kLine == 0;
  return isOfLines ? intLit(known->value - known->value % kLine) : lo;
}

// Is the tile's first cell a multiple? Null: it is.
ExprPtr beginsAtMultiple(const Context &context, const Schedule &schedule, const ExprPtr &lo, int64_t cells) {
  const ExprPtr first = firstTile(schedule, lo);
  const auto *known = std::get_if<IntLit>(&first->node);
  if (known && known->value % cells == 0 && !(context.sided && context.program.rank == 2))
    return nullptr;
  return binary(BinaryOp::Eq, binary(BinaryOp::Rem, context.from(0), intLit(cells)), intLit(0));
}

// Cells abreast where they fit in, the others one by one.
KBody rowAbreast(const Context &context, const Schedule &schedule, const Abreast &abreast, CellsAbreast made, const ExprBounds &x,
                 const ExprPtr &lo, KBody cell) {
  const ExprPtr first = scalar(made.first), end = add(first, intLit(abreast.cells));
  const ExprPtr until = context.sided && context.program.rank == 2 ? minOf(toExpr(abreast.within.hi), scalar(kSideEnd)) : toExpr(abreast.within.hi);
  const ExprPtr isWhole = binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, first, toExpr(abreast.within.lo)), binary(BinaryOp::Le, end, until));
  KFor others{context.cell[0], greatest(first, lo), least(end, x.hi), 1, cell};
  KBody row = {makeKStmt(KIf{isWhole, std::move(made.body), {makeKStmt(std::move(others))}})};
  row = {makeKStmt(CellLoop{0, made.first, context.from(0), x.hi, std::move(row), abreast.cells})};
  const ExprPtr begins = beginsAtMultiple(context, schedule, lo, abreast.cells), is = begins ? both(made.isDense, begins) : made.isDense;
  return is ? KBody{makeKStmt(KIf{is, std::move(row), {makeKStmt(CellLoop{0, context.cell[0], x.lo, x.hi, std::move(cell)})}})} : row;
}

// The cells of a row; `choices`: what stands before them beside the bases of rows.
KBody rowOf(const Context &context, const Schedule &schedule, const Stage &stage, ExprBounds x,
            const PlaceOf &readAt, const PlaceOf &storeAt, KBody &choices) {
  // (A tile of one cell has no loop that could go in strides, or be taken apart.)
  const bool isOne = isOneCell(schedule, 0);
  const EveryOther cells = isOne ? EveryOther{stage.body, {}} : everyOther(context, stage, stage.body);
  auto lowered = [&](const std::vector<StmtPtr> &body) { return lowerCell(context, body, 0, readAt, storeAt); };
  KBody cell = lowered(cells.body);
  if (isOne)
    return chosenByRow(context, oneCell(context, 0, std::move(cell)), choices);
  std::optional<BetweenEnds> between;
  if (schedule.rowLoops && !cells.colour)
    between = rowBetweenEnds(context.program, stage);
  if (between)
    return chosenByRow(context, rowInParts(context, x, std::move(cell), between->cells, lowered(between->body)),
                       choices);
  if (const std::optional<Abreast> abreast = schedule.abreast && !cells.colour ? abreastOf(context.program, stage) : std::nullopt;
      abreast && schedule.tile[0] % (abreast->cells * schedule.group[0]) == 0) {
    CellsAbreast made = cellsAbreast(context, stage, *abreast, [&](FieldId f) { return !storeAt({f, {}}).buffer.empty(); });
    return rowAbreast(context, schedule, *abreast, std::move(made), x, toExpr(stage.domain[0].lo), std::move(cell));
  }
  x.lo = firstOf(context, cells, 0, x.lo);
  return chosenByRow(context, {makeKStmt(CellLoop{0, context.cell[0], x.lo, x.hi, std::move(cell), cells.stride()})},
                     choices);
}

KBody sweepLoops(const Context &context, const Schedule &schedule, const CellBounds &bounds, KBody rows,
                 const KBody &choices, KBody row) {
  row = withChoices(choices, std::move(row));
  dropUnusedLets(rows, row);
  row.insert(row.begin(), rows.begin(), rows.end());
  for (int a = 1; a < context.program.rank; ++a)
    row = isOneCell(schedule, a)
              ? oneCell(context, a, std::move(row))
              : KBody{makeKStmt(CellLoop{a, context.cell[a], bounds[a].lo, bounds[a].hi, std::move(row)})};
  return row;
}

// `gathers`: the host reads the hidden fields afterwards; without, the cells have nothing to leave there.
Kernel sweepKernel(const Context &context, int index, bool gathers) {
  const Stage &stage = context.program.stages[index];
  Kernel kernel;
  kernel.name = context.program.name + (gathers ? "_sweep" : "_step") + std::to_string(index);
  kernel.comment = "one step of loop nest " + std::to_string(index + 1);
  CellBounds domain = boundsOf(stage.domain);
  const Schedule schedule = fitted(context.schedule, stage.domain);
  for (int a = 0; a < kMaxAxes; ++a)
    kernel.grid[a] = {context.origin[a], domain[a].lo, domain[a].hi, schedule.tile[a]};
  kernel.grid[0].lo = firstTile(schedule, domain[0].lo);
  kernel.group = schedule.group;
  PlaceOf inMemory = [&](const FieldRead &element) {
    return Place{context.program.fields[element.field].name, elementIndex(context, element)};
  };
  PlaceOf storeAt = [&](const FieldRead &element) {
    return context.program.fields[element.field].hidden && !gathers ? Place{} : inMemory(element);
  };
  KBody rows, choices;
  CellBounds bounds = tileBounds(context, schedule.tile, domain);
  if (kernel.grid[0].lo != domain[0].lo)
    bounds[0].lo = maxOf(bounds[0].lo, domain[0].lo);
  const KBody row = rowOf(context, schedule, stage, bounds[0], inMemory, storeAt, choices);
  const Uses uses = usesOf(row);
  for (const FieldAccess &access : footprintOf(stage).fields) {
    const Field &field = context.program.fields[access.field];
    if (!uses.buffers.count(field.name))
      continue;
    kernel.buffers.push_back({field.name, field.elem, access.written});
    rows.push_back(makeKStmt(KLet{context.row[access.field], ScalarType::I64, rowBase(context, access.field)}));
  }
  for (const Field &field : context.program.fields)
    if (!field.table.empty() && uses.buffers.count(field.name))
      kernel.buffers.push_back({field.name, field.elem, false});
  kernel.body = sweepLoops(context, schedule, bounds, rows, choices, row);
  std::vector<FieldId> bound(context.program.fields.size());
  std::iota(bound.begin(), bound.end(), 0);
  WindowOf window(context);
  window.addStage(stage, {}, bound);
  std::map<std::string, FieldId> ids;
  std::set<std::string> covered;
  for (FieldId f : bound) {
    ids[context.program.fields[f].name] = f;
    if (renews(stage, f, context.touched))
      covered.insert(context.program.fields[f].name);
  }
  window.put(kernel, ids, covered, 0);
  kernel.scalars = freeScalars(context, kernel, 1);
  return kernel;
}

HStmt launchOf(const Context &context, const Kernel &kernel, int index) {
  HLaunch launch{index, {}, {}};
  for (size_t f = 0; f < context.program.fields.size(); ++f)
    for (const BufferParam &buffer : kernel.buffers)
      if (buffer.name == context.program.fields[f].name)
        launch.buffers.push_back({static_cast<int>(f), -1});
  for (const ScalarParam &param : kernel.scalars)
    launch.scalars.push_back(scalar(param.name, param.type));
  return {launch};
}

} // namespace

namespace {

bool stores(const Kernel &kernel) {
  return std::any_of(kernel.buffers.begin(), kernel.buffers.end(), [](const BufferParam &b) { return b.written; });
}

int kernelNamed(const FamilyPlan &plan, const std::string &name) {
  auto known = std::find_if(plan.kernels.begin(), plan.kernels.end(), [&](const Kernel &k) { return k.name == name; });
  return static_cast<int>(known - plan.kernels.begin());
}

// The pass in parts, between which the user's statements run.
std::vector<HStmt> atHostPoints(HPass pass) {
  std::vector<HStmt> scalars, out;
  for (const HStmt &stmt : pass.body)
    if (std::holds_alternative<HStepScalar>(stmt.node))
      scalars.push_back(stmt);
  HPass part{1, {}};
  for (HStmt &stmt : pass.body) {
    if (!std::holds_alternative<HSuspend>(stmt.node)) {
      part.body.push_back(std::move(stmt));
      continue;
    }
    out.push_back({std::move(part)});
    out.push_back(std::move(stmt));
    part = {0, scalars, 0};
  }
  out.push_back({std::move(part)});
  return out;
}

} // namespace

std::vector<HStmt> sweepStep(Context &context, FamilyPlan &plan, bool acts) {
  const StencilProgram &program = context.program;
  std::vector<FieldId> bound(program.fields.size());
  std::iota(bound.begin(), bound.end(), 0);
  std::vector<HStmt> moves;
  if (rotates(program))
    moves.push_back({HRotate{program.rotation}});
  WhenStopped whenStopped = [&](const HostAction &, const Stop &stop) { return stop.moved ? moves : std::vector<HStmt>(); };
  HPass pass{1, stepScalars(context, 0)};
  auto act = [&](size_t before) {
    for (HStmt &stmt : acts ? actionsBefore(context, plan, before, 0, bound, whenStopped) : std::vector<HStmt>())
      pass.body.push_back(std::move(stmt));
  };
  for (size_t k = 0; k < program.stages.size(); ++k) {
    act(k);
    Kernel kernel = sweepKernel(context, static_cast<int>(k), acts);
    if (!stores(kernel)) // its cells are collected and nothing else
      continue;
    int index = kernelNamed(plan, kernel.name);
    if (index == static_cast<int>(plan.kernels.size()))
      plan.kernels.push_back(std::move(kernel));
    pass.body.push_back(launchOf(context, plan.kernels[index], index));
  }
  act(program.stages.size());
  std::vector<HStmt> out = atHostPoints(std::move(pass));
  out.insert(out.end(), moves.begin(), moves.end());
  return out;
}

FamilyPlan lowerSweep(Context &context) {
  FamilyPlan plan;
  bool onlyLast = !context.program.actions.empty() && !actsInEveryStep(context.program);
  if (onlyLast && context.program.time)
    plan.body.push_back({HRepeat{1, sweepStep(context, plan, false)}});
  plan.body.push_back({HRepeat{0, sweepStep(context, plan, true)}});
  return plan;
}

} // namespace kasane::lowering
