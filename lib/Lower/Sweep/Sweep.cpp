// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sweep/Sweep.h"

#include "Base/Window.h"
#include "Cells/CellBody.h"
#include "Cells/EveryOther.h"
#include "Cells/RowChoice.h"
#include "Cells/StageRow.h"
#include "Host/Actions.h"
#include "Sweep/InOrder.h"
#include "Sweep/LeafTiles.h"
#include "Sweep/RowAbreast.h"

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

// One cell per tile on an axis needs no loop over cells; but where a group has more work-items, all except one must
// pass it over.
bool isOneCell(const Schedule &schedule, int axis) { return schedule.tile[axis] == 1 && schedule.group[axis] == 1; }

// The cell of a tile that has one along the axis.
KBody oneCell(const Context &context, int axis, KBody body) {
  KBody cell = {makeKStmt(KLet{context.cell[axis], ScalarType::I64, context.from(axis)})};
  dropUnusedLets(cell, body);
  body.insert(body.begin(), cell.begin(), cell.end());
  return body;
}

// The cells of a row; `choices`: what stands before them beside the bases of rows. `abreast`: the row, where cells are
// made abreast.
KBody rowOf(const SweepRow &asked, const ElementPlaceOf &readAt, const ElementPlaceOf &storeAt, KBody &choices,
            std::optional<SweepRow> &abreast) {
  const Context &context = asked.context;
  // (A tile of one cell has no loop that could go in strides, or be taken apart.)
  if (isOneCell(asked.schedule, 0))
    return chosenByRow(context, oneCell(context, 0, lowerCell(context, asked.stage.body, 0, readAt, storeAt)), choices);
  if (asked.schedule.abreast)
    if (const EveryOther cells = everyOther(context, asked.stage, asked.stage.body); !cells.colour) {
      SweepRow row = asked;
      row.cell = lowerCell(context, cells.body, 0, readAt, storeAt);
      if (std::optional<KBody> made = rowAbreast(row)) {
        abreast.emplace(row);
        return *made;
      }
    }
  return stageRow(context, asked.stage, asked.x, readAt, storeAt, choices);
}

// Over the first so many axes.
KBody sweepLoops(const Context &context, const Schedule &schedule, const CellBounds &bounds,
                 const std::optional<RowsAtOnce> &atOnce, int axes, KBody row) {
  for (int a = 1; a < axes; ++a)
    if (atOnce && a == atOnce->jam.axis)
      row = {makeKStmt(CellLoop{a, atOnce->first, bounds[a].lo, bounds[a].hi, std::move(row), atOnce->jam.rows})};
    else
      row = isOneCell(schedule, a)
                ? oneCell(context, a, std::move(row))
                : KBody{makeKStmt(CellLoop{a, context.cell[a], bounds[a].lo, bounds[a].hi, std::move(row)})};
  return row;
}

// All cells of a tile. Where items make rows at once a unit is to hold some groups all the same.
void addBody(Kernel &kernel, const SweepRow &asked, const CellBounds &bounds, const ElementPlaceOf &readAt,
             const ElementPlaceOf &storeAt) {
  KBody choices;
  std::optional<SweepRow> abreast;
  KBody row = rowOf(asked, readAt, storeAt, choices, abreast);
  row = withBases(asked.context, asked.stage, withChoices(choices, std::move(row)));
  const int rank = asked.context.program.rank;
  if (const std::optional<KBody> march = abreast ? marchedRows(*abreast, bounds) : std::nullopt) {
    kernel.body = sweepLoops(asked.context, asked.schedule, bounds, std::nullopt, rank - 1, *march);
    kernel.resident = asked.schedule.resident;
    kernel.comment += "; a work-item goes along planes, and keeps what the next ones look at";
    return;
  }
  const std::optional<RowsAtOnce> atOnce = abreast ? rowsAtOnce(*abreast, bounds, row) : std::nullopt;
  kernel.body = sweepLoops(asked.context, asked.schedule, bounds, atOnce, rank, atOnce ? atOnce->body : row);
  kernel.resident = atOnce ? asked.schedule.resident : 1;
}

// The buffers that its body names.
void addBuffers(const Context &context, Kernel &kernel, const Stage &stage) {
  const Uses uses = usesOf(kernel.body);
  for (const FieldAccess &access : footprintOf(stage).fields)
    if (const Field &field = context.program.fields[access.field]; uses.buffers.count(field.name))
      kernel.buffers.push_back({field.name, field.elem, access.written});
  for (const Field &field : context.program.fields)
    if (!field.table.empty() && uses.buffers.count(field.name))
      kernel.buffers.push_back({field.name, field.elem, false});
}

// `gathers`: the host reads the hidden fields afterwards; without, the cells have nothing to leave there.
Kernel sweepKernel(const Context &context, int index, bool gathers, const Schedule &schedule) {
  const Stage &stage = context.program.stages[index];
  Kernel kernel;
  kernel.name = context.program.name + (gathers ? "_sweep" : "_step") + std::to_string(index);
  kernel.comment = "one step of loop nest " + std::to_string(index + 1);
  ElementPlaceOf inMemory = [&](const FieldRead &element) {
    return ElementPlace{context.program.fields[element.field].name, elementIndex(context, element)};
  };
  ElementPlaceOf storeAt = [&](const FieldRead &element) {
    return isGathered(context.program.fields[element.field]) && !gathers ? ElementPlace{} : inMemory(element);
  };
  if (!stage.waits.empty()) {
    putInOrder(kernel, context, schedule, stage, lowerCell(context, stage.body, 0, inMemory, storeAt));
    addBuffers(context, kernel, stage);
    kernel.scalars = freeScalars(context, kernel, 1);
    return kernel;
  }
  CellBounds domain = boundsOf(context, stage.domain);
  for (int a = 0; a < kMaxAxes; ++a)
    kernel.grid[a] = {context.origin[a], domain[a].lo, domain[a].hi, schedule.tile[a]};
  kernel.grid[0].lo = firstTile(schedule, domain[0].lo);
  kernel.group = schedule.group;
  CellBounds bounds = tileBounds(context, schedule.tile, domain);
  if (kernel.grid[0].lo != domain[0].lo)
    bounds[0].lo = maxOf(bounds[0].lo, domain[0].lo);
  auto isStored = [&](FieldId f) { return !storeAt({f, {}}).buffer.empty(); };
  addBody(kernel, {context, schedule, stage, bounds[0], {}, isStored}, bounds, inMemory, storeAt);
  if (stage.leaves)
    addLeaves(context, kernel, *stage.leaves);
  addBuffers(context, kernel, stage);
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
  for (const BufferParam &buffer : kernel.buffers)
    for (size_t f = 0; f < context.program.fields.size(); ++f)
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

std::vector<Kernel> sweepKernels(const Context &context, size_t stage, bool gathers) {
  const Schedule schedule = fitted(context.schedule, context.program.stages[stage].domain);
  std::vector<Kernel> out = {sweepKernel(context, static_cast<int>(stage), gathers, schedule)}, parts;
  if (context.endless) {
    parts.push_back(sweepKernel(context.endless->context, static_cast<int>(stage), gathers, schedule));
    parts.front().name += "_endless";
    addEndless(out.front(), parts);
    std::ranges::move(parts, std::back_inserter(out));
  }
  return out;
}

// What the host collects is left until somebody needs it: launches that don't come first, so that arrays which are
// streamed pass through the device once.
class LateGathers {
public:
  LateGathers(const FamilyPlan &plan, std::vector<HStmt> &body) : plan_(plan), body_(body) {}

  void add(HStmt stmt) {
    if (const auto *gather = std::get_if<HGather>(&stmt.node)) {
      note(*gather);
      late_.push_back(std::move(stmt));
      return;
    }
    const auto *launch = std::get_if<HLaunch>(&stmt.node);
    if (!launch || needs(*launch))
      flush();
    body_.push_back(std::move(stmt));
  }

  void flush() {
    std::ranges::move(late_, std::back_inserter(body_));
    late_.clear();
    variables_.clear();
    read_.clear();
  }

private:
  void note(const HGather &gather) {
    for (const auto &[name, arg] : gather.buffers)
      read_.insert(arg.name);
    walk(gather.body, [&](const KStmt &stmt) {
      if (const auto *assign = std::get_if<KAssign>(&stmt.node))
        variables_.insert(assign->name);
    });
    if (gather.exact)
      note(*gather.exact);
  }

  bool needs(const HLaunch &launch) const {
    bool needed = false;
    const std::vector<BufferParam> &buffers = plan_.kernels[static_cast<size_t>(launch.kernel)].buffers;
    for (size_t b = 0; b < buffers.size(); ++b)
      needed |= buffers[b].written && read_.count(launch.buffers[b].name);
    for (const ExprPtr &value : launch.scalars)
      walk(value, [&](const Expr &e) {
        const auto *ref = std::get_if<ScalarRef>(&e.node);
        needed |= ref && variables_.count(ref->name);
      });
    return needed;
  }

  const FamilyPlan &plan_;
  std::vector<HStmt> &body_;
  std::vector<HStmt> late_;
  std::set<std::string> variables_; // that they change
  std::set<int> read_;              // buffers, by name
};

} // namespace

std::vector<HStmt> sweepStep(Context &context, FamilyPlan &plan, bool acts) {
  const StencilProgram &program = context.program;
  std::vector<FieldId> bound(program.fields.size());
  std::iota(bound.begin(), bound.end(), 0);
  std::vector<HStmt> moves;
  if (rotates(program))
    moves.push_back({HRotate{program.rotation}});
  WhenStopped whenStopped = [&](const HostAction &, const Stop &stop, HStop &out) {
    if (stop.moved)
      out.body = moves;
  };
  HPass pass{1, stepScalars(context, 0)};
  LateGathers body(plan, pass.body);
  auto act = [&](size_t before) {
    for (HStmt &stmt : acts ? actionsBefore(context, plan, before, 0, 1, bound, whenStopped) : std::vector<HStmt>())
      body.add(std::move(stmt));
  };
  for (size_t k = 0; k < program.stages.size(); ++k) {
    act(k);
    std::vector<Kernel> kernels = sweepKernels(context, k, acts);
    if (!stores(kernels.front())) // its cells are collected and nothing else
      continue;
    int index = kernelNamed(plan, kernels.front().name);
    if (index == static_cast<int>(plan.kernels.size()))
      std::ranges::move(kernels, std::back_inserter(plan.kernels));
    body.add(launchOf(context, plan.kernels[index], index));
  }
  act(program.stages.size());
  body.flush();
  std::vector<HStmt> out = atHostPoints(std::move(pass));
  out.insert(out.end(), moves.begin(), moves.end());
  return out;
}

FamilyPlan lowerSweep(Context &context) {
  FamilyPlan plan;
  bool onlyLast = !context.program.actions.empty() && !actsInEveryStep(context.program);
  const bool hasOthers = onlyLast && context.program.time;
  if (hasOthers)
    plan.body.push_back({HRepeat{1, sweepStep(context, plan, false)}});
  plan.body.push_back({HRepeat{0, sweepStep(context, plan, true), hasOthers}});
  return plan;
}

} // namespace kasane::lowering
