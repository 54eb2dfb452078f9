// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InCore.h"

#include "Cells/CellBody.h"

#include "kasane/Analysis/Alias.h"
#include "kasane/Analysis/FieldText.h"
#include "kasane/Analysis/OpCount.h"
#include "kasane/Analysis/Renewed.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

ExprPtr linearIndex(const Field &field, const std::array<ExprPtr, kMaxAxes> &corner) {
  ExprPtr index = intLit(0);
  for (int a = kMaxAxes - 1; a >= 0; --a)
    if (field.has[a])
      index = add(index, mul(corner[a], toExpr(field.stride[a])));
  return index;
}

// As in HostBuffer::host. Where names exchange their arrays, the array of any of them may be the one that is meant.
int hostUse(const StencilProgram &program, FieldId f) {
  const std::optional<Clauses::Host> &host = program.clauses.host;
  if (!host)
    return 3;
  int use = 0;
  for (const FieldId name : cycleOf(program, f)) {
    auto isIn = [&](const std::vector<std::string> &names) {
      return std::find(names.begin(), names.end(), program.fields[name].name) != names.end();
    };
    if (isIn(host->write))
      use |= 3;
    else if (isIn(host->read))
      use |= 1;
  }
  return use;
}

// Of blocks: the piece of each that is looked at, from its first element to its last, and the blocks as another axis.
void addLeaves(HostBuffer &buffer, const Field &field, const ExprBounds &leaves, const ExprPtr &first,
               const ExprPtr &last) {
  const ExprPtr stride = toExpr(field.leaf);
  buffer.box = {ExprBounds{first, add(last, intLit(1))}, ExprBounds{intLit(0), intLit(1)}, leaves};
  buffer.stride = {Poly(1), Poly(0), field.leaf};
  buffer.first = add(mul(leaves.lo, stride), buffer.first);
  buffer.last = add(mul(sub(leaves.hi, intLit(1)), stride), buffer.last);
}

HostBuffer bufferOf(const Context &context, FieldId f) {
  const Field &field = context.program.fields[f];
  const FieldHull &hull = context.hulls[f];
  HostBuffer buffer;
  buffer.name = field.name;
  buffer.base = field.hidden ? "" : "p" + std::to_string(f);
  buffer.hidden = field.hidden;
  buffer.table = !field.table.empty();
  const std::vector<std::string> &scratch = context.program.clauses.scratch;
  buffer.unwanted = std::find(scratch.begin(), scratch.end(), field.name) != scratch.end();
  buffer.type = field.elem;
  buffer.box = hull.box;
  buffer.stride = field.stride;
  buffer.apart = field.apart;
  std::array<ExprPtr, kMaxAxes> low, high;
  for (int a = 0; a < kMaxAxes; ++a) {
    low[a] = hull.box[a].lo;
    high[a] = sub(hull.box[a].hi, intLit(1));
  }
  buffer.rows = field.rows;
  buffer.like = field.rows ? orbitsOf(context.program)[f] : -1;
  if (!field.rows) {
    buffer.first = hull.first ? hull.first : linearIndex(field, low);
    buffer.last = hull.last ? hull.last : linearIndex(field, high);
  }
  if (hull.leaves)
    addLeaves(buffer, field, *hull.leaves, linearIndex(field, low), linearIndex(field, high));
  if (buffer.table) { // along an axis that no slab cuts
    const int axis = context.program.rank == 1 ? 1 : 0;
    buffer.stride[axis] = 1;
    buffer.box[axis] = {hull.first, add(hull.last, intLit(1))};
  }
  buffer.written = hull.written;
  if (betweenHostPoints(context.program).actions.size() < context.program.actions.size() && !field.hidden)
    buffer.host = hostUse(context.program, f);
  buffer.followsRotation = !field.pointer.empty() || field.besidePointer;
  return buffer;
}

void flatten(HostBuffer &buffer, const FlatMemory &memory) {
  buffer.box.fill({intLit(0), intLit(1)});
  buffer.box[0].hi = memory.elements;
  buffer.stride = {Poly(1), Poly(0), Poly(0)};
  buffer.first = intLit(0);
  buffer.last = sub(memory.elements, intLit(1));
  buffer.written = memory.written;
  buffer.renewed = false;
  buffer.version = memory.version;
}

std::vector<HostPitch> pitchesOf(const StencilProgram &program) {
  std::vector<HostPitch> out;
  for (const Param &param : program.params)
    for (size_t f = 0; f < program.fields.size() && param.text.empty(); ++f)
      for (int axis = 0; axis < kMaxAxes; ++axis)
        if (program.fields[f].stride[axis] == Poly::symbol(param.name) &&
            (out.empty() || out.back().name != param.name))
          out.push_back({param.name, static_cast<int>(f), axis});
  return out;
}

// At one time.
ExprPtr cellsAt(const Poly &cells, const ExprPtr &time) {
  return toExpr(cells, [&](const std::string &name) { return name == kTimeSymbol ? time : scalar(name); });
}

// Where there are others in each step: their mean over the steps by Simpson's rule, which is exact for three axes.
ExprPtr cellsOf(const StencilProgram &program) {
  ExprPtr sum = intLit(0);
  Poly timed = 0;
  for (const Stage &stage : program.stages) {
    Poly cells = 1;
    for (int a = 0; a < program.rank; ++a)
      cells = cells * (stage.domain[a].hi - stage.domain[a].lo);
    if (stage.leaves)
      cells = cells * (stage.leaves->hi - stage.leaves->lo);
    if (holdsTime(stage.domain))
      timed = timed + cells;
    else
      sum = add(sum, toExpr(cells));
  }
  if (!timed.symbols().count(kTimeSymbol))
    return add(sum, toExpr(timed));
  const ExprPtr first = toExpr(program.time->lo), last = toExpr(program.time->hi - Poly(1)),
                middle = binary(BinaryOp::Div, add(first, last), intLit(2));
  const ExprPtr six = add(add(cellsAt(timed, first), mul(intLit(4), cellsAt(timed, middle))), cellsAt(timed, last));
  return add(sum, binary(BinaryOp::Div, six, intLit(6)));
}

// (hi - lo + step - 1) / step; the runtime takes a count below 0 for none.
ExprPtr stepsOf(const StencilProgram &program) {
  if (!program.time)
    return intLit(1);
  ExprPtr span = toExpr(program.time->hi - program.time->lo + Poly(program.time->step - 1));
  return program.time->step == 1 ? span : binary(BinaryOp::Div, span, intLit(program.time->step));
}

void numberSuspends(std::vector<HStmt> &body, int &count) {
  for (HStmt &stmt : body) {
    if (auto *suspend = std::get_if<HSuspend>(&stmt.node))
      suspend->label = ++count;
    if (auto *pass = std::get_if<HPass>(&stmt.node))
      numberSuspends(pass->body, count);
    if (auto *repeat = std::get_if<HRepeat>(&stmt.node))
      numberSuspends(repeat->body, count);
    if (auto *last = std::get_if<HByRemaining>(&stmt.node))
      for (std::vector<HStmt> &oneCase : last->cases)
        numberSuspends(oneCase, count);
    if (auto *when = std::get_if<HWhenLarge>(&stmt.node)) {
      numberSuspends(when->large, count);
      numberSuspends(when->small, count);
    }
    if (auto *toPoint = std::get_if<HToPoint>(&stmt.node)) {
      numberSuspends(toPoint->others, count);
      numberSuspends(toPoint->step, count);
    }
  }
}

std::string whatOverlaps(const StencilProgram &program, const FieldPair &pair) {
  const std::string left = textOf(program.fields[static_cast<size_t>(pair.left)]),
                    right = textOf(program.fields[static_cast<size_t>(pair.right)]), rest = " overlap in memory";
  if (pair.left == pair.right)
    return "two rows of " + left + rest;
  return left == right ? "two parts of " + left + rest : left + " and " + right + rest;
}

} // namespace

HostPlan placeInCore(const Context &context, const std::vector<Guard> &guards, FamilyPlan plan) {
  const StencilProgram &program = context.program;
  HostPlan host;
  for (const Param &param : program.params)
    if (!param.text.empty())
      host.scalars.push_back({param.name, isFloat(param.type) ? param.type : ScalarType::I64});
  for (const Guard &guard : guards)
    host.guards.push_back(HGuard{binary(BinaryOp::Ge, toExpr(guard.value), intLit(0)), guard.reason});
  for (const FieldPair &pair : mayOverlap(program))
    host.guards.push_back(HDisjoint{pair.left, pair.right, whatOverlaps(program, pair)});
  for (size_t f = 0; f < program.fields.size(); ++f)
    host.buffers.push_back(bufferOf(context, static_cast<FieldId>(f)));
  const std::vector<bool> anew = renewedFields(program);
  for (size_t f = 0; f < anew.size(); ++f)
    host.buffers[f].renewed = anew[f];
  for (const auto &[field, memory] : plan.flat)
    flatten(host.buffers[static_cast<size_t>(field)], memory);
  host.buffers.insert(host.buffers.end(), plan.partBuffers.begin(), plan.partBuffers.end());
  host.pitches = pitchesOf(program);
  host.spares = std::move(plan.spares);
  host.steps = stepsOf(program);
  if (program.time && program.time->enter) // over the variables' values on entry
    host.steps =
        makeExpr(ScalarType::I64, Select{lowerScalars(context, program.time->enter, 0), host.steps, intLit(0)});
  for (const Variable &v : program.variables)
    host.variables.push_back({v.name, v.type, !v.text.empty() || hasHostPoints(program)}); // they outlive a suspension
  host.stops = stops(program);
  if (program.time) {
    host.timeVar = context.time;
    host.timeLo = toExpr(program.time->lo);
    host.timeStep = program.time->step;
  }
  host.body = std::move(plan.body);
  host.endings = std::move(plan.endings);
  numberSuspends(host.body, host.points);
  host.cellsPerStep = cellsOf(program);
  OpCount ops = countOps(program);
  host.flopsPerCell = ops.operations;
  host.bytesPerCell = ops.bytes;
  return host;
}

} // namespace kasane::lowering
