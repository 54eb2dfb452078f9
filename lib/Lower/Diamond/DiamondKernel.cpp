// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Diamond/DiamondKernel.h"

#include "Cells/CellBody.h"
#include "Cells/RowChoice.h"
#include "Cells/StageRow.h"

#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/Skew.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

// Of what may be negative, which counts as 0: (a + b - 1) / b.
ExprPtr roundedUp(const ExprPtr &a, int64_t b) {
  return dividedBy(add(maxOf(simplified(a), intLit(0)), intLit(b - 1)), b);
}

int64_t leastOf(const std::vector<int64_t> &values) { return *std::min_element(values.begin(), values.end()); }
int64_t mostOf(const std::vector<int64_t> &values) { return *std::max_element(values.begin(), values.end()); }

std::vector<int64_t> sumOf(const std::vector<int64_t> &a, const std::vector<int64_t> &b) {
  std::vector<int64_t> out;
  std::ranges::transform(a, b, std::back_inserter(out), std::plus<>());
  return out;
}

bool stores(const KBody &body) {
  bool found = false;
  walk(body, [&](const KStmt &stmt) { found |= std::holds_alternative<KStore>(stmt.node); });
  return found;
}

class Maker {
public:
  Maker(const Context &context, const std::array<int64_t, 3> &tile)
      : program_(context.program), context_(context), skew_(skewOf(context.program)),
        axis_(diamondAxisOf(context.program)), tile_(tile), width_(tile[static_cast<size_t>(axis_)]),
        hull_(boundsOf(context.program.stages.front().domain)) {
    for (const Stage &stage : program_.stages)
      hull_ = hullOf(hull_, boundsOf(stage.domain));
    if (program_.time)
      context_.time = context_.names.fresh(program_.time->var + "_now");
  }

  Kernel make() {
    Kernel kernel;
    kernel.name = program_.name + "_diamonds";
    kernel.comment = "Diamonds of " + std::to_string(width_) + " along " + context_.cell[axis_] +
                     ", all steps of a pass. The diamonds of a front need nothing of each other, so threads share them "
                     "out. Each front needs what the fronts before it have made.";
    kernel.fronts = fronts();
    setGrid(kernel);
    kernel.group = {1, 1, 1};
    kernel.body = tile();
    setParameters(kernel);
    return kernel;
  }

private:
  std::string fresh(const char *name) { return context_.names.fresh(name); }
  const Lean &up() const { return skew_.axis[axis_]->up; }
  const Lean &down() const { return skew_.axis[axis_]->down; }
  ExprPtr span() const { return simplified(sub(sub(hull_[axis_].hi, hull_[axis_].lo), intLit(1))); }

  // Of cells from the first to the last, in these steps: up to where diamonds go along one of their sides.
  ExprPtr sideOf(const Lean &lean, const ExprPtr &step, bool last) const {
    const ExprPtr leans = add(mul(intLit(lean.slope), step), intLit(last ? mostOf(lean.shift) : leastOf(lean.shift)));
    return dividedBy(simplified(last ? add(span(), leans) : leans), width_);
  }

  // The steps of a front are those whose cells it has: front * D <= span + up + down <= (front + 2) * D - 2.
  KFronts fronts() const {
    const int64_t slope = up().slope + down().slope;
    const std::vector<int64_t> shifts = sumOf(up().shift, down().shift);
    const ExprPtr steps = scalar(kPassSteps), width = intLit(width_);
    const ExprPtr low = sub(mul(scalar(front_), width), add(span(), intLit(mostOf(shifts))));
    const ExprPtr high =
        sub(add(mul(scalar(front_), width), intLit(2 * width_ - 2)), add(span(), intLit(leastOf(shifts))));
    KFronts out{
        front_, roundedUp(simplified(add(span(), intLit(leastOf(shifts) + 2 - 2 * width_))), width_), nullptr, {}};
    const ExprPtr last = mul(intLit(slope), sub(steps, intLit(1)));
    out.hi = add(dividedBy(simplified(add(add(last, intLit(mostOf(shifts))), span())), width_), intLit(1));
    const ExprPtr first = slope ? roundedUp(low, slope) : intLit(0);
    const ExprPtr end = slope ? minOf(add(dividedBy(simplified(high), slope), intLit(1)), steps) : steps;
    out.lets = {makeKStmt(KLet{first_, ScalarType::I64, first}), makeKStmt(KLet{end_, ScalarType::I64, end})};
    return out;
  }

  void setGrid(Kernel &kernel) {
    const ExprPtr front = scalar(front_), first = scalar(first_), last = sub(scalar(end_), intLit(1));
    const ExprPtr lo = maxOf(sideOf(up(), first, false), sub(front, sideOf(down(), last, true)));
    const ExprPtr hi = minOf(sideOf(up(), last, true), sub(front, sideOf(down(), first, false)));
    kernel.grid[0] = {diamond_, lo, add(hi, intLit(1)), 1};
    for (int a = 1; a < kMaxAxes; ++a)
      kernel.grid[a] = {context_.names.fresh("all_" + context_.cell[a]), intLit(0), intLit(1), 0};
  }

  ExprPtr leanOf(const Lean &lean, size_t stage) const {
    return add(mul(intLit(lean.slope), scalar(step_)), intLit(lean.shift[stage]));
  }

  // The cells of a level that the diamond has, along its axis.
  ExprBounds diamondCells(size_t stage, const ExprBounds &domain) const {
    const ExprPtr rise = sub(scalar(rise_), leanOf(up(), stage)), fall = add(scalar(fall_), leanOf(down(), stage));
    return {maxOf(maxOf(rise, sub(fall, intLit(width_))), domain.lo),
            minOf(minOf(add(rise, intLit(width_)), fall), domain.hi)};
  }

  // How far blocks along another axis have moved in a level.
  ExprPtr shiftOf(int axis, size_t stage) const {
    const Lean &lean = skew_.axis[axis]->up;
    return add(mul(intLit(slopeOf(axis)), sub(scalar(step_), scalar(first_))), intLit(lean.shift[stage]));
  }
  int64_t slopeOf(int axis) const { return blockSlopeOf(axis, skew_.axis[axis]->up.slope); }
  bool isBlocked(int axis) const { return axis != axis_ && tile_[axis] > 0 && skew_.axis[axis]; }

  ExprBounds blockCells(int axis, size_t stage, const ExprBounds &domain) const {
    const ExprPtr from = sub(context_.from(axis), shiftOf(axis, stage));
    return {maxOf(from, domain.lo), minOf(add(from, intLit(tile_[axis])), domain.hi)};
  }

  // A name for the array that a field's name means in this step.
  std::string nowOf(FieldId f, KBody &picks, std::vector<std::string> &names, const Stage &stage) const {
    std::string &name = names[f];
    if (!name.empty())
      return name;
    const std::vector<FieldId> cycle = cycleOf(program_, f);
    if (cycle.size() == 1)
      return name = program_.fields[f].name;
    Names fresh = context_.names;
    name = fresh.fresh(program_.fields[f].name + "_now");
    KPick pick{name, program_.fields[f].elem, {}, nullptr, false};
    FieldId bound = f;
    for (size_t k = 0; k < cycle.size(); ++k, bound = program_.rotation[bound])
      pick.of.push_back(program_.fields[bound].name);
    pick.which = binary(BinaryOp::Rem, scalar(step_), intLit(static_cast<int64_t>(cycle.size())));
    pick.written = footprintOf(stage).find(f)->written;
    picks.push_back(makeKStmt(std::move(pick)));
    return name;
  }

  KBody level(size_t k) const {
    const Stage &stage = program_.stages[k];
    const CellBounds domain = boundsOf(stage.domain);
    CellBounds bounds = domain;
    KBody body;
    for (int a = program_.rank - 1; a >= 0; --a)
      if (a == axis_ || isBlocked(a)) {
        const ExprBounds cells = a == axis_ ? diamondCells(k, domain[a]) : blockCells(a, k, domain[a]);
        Names fresh = context_.names;
        const std::string lo = fresh.fresh(context_.cell[a] + "_from"), hi = fresh.fresh(context_.cell[a] + "_until");
        body.push_back(makeKStmt(KLet{lo, ScalarType::I64, cells.lo}));
        body.push_back(makeKStmt(KLet{hi, ScalarType::I64, cells.hi}));
        bounds[a] = {scalar(lo), scalar(hi)};
      }
    std::vector<std::string> names(program_.fields.size());
    const auto placeOf = [&](const FieldRead &element) {
      return ElementPlace{nowOf(element.field, body, names, stage), elementIndex(context_, element)};
    };
    const auto storeAt = [&](const FieldRead &element) {
      return isGathered(program_.fields[element.field]) ? ElementPlace{} : placeOf(element);
    };
    KBody choices;
    KBody row = stageRow(context_, stage, bounds[0], placeOf, storeAt, choices);
    if (!stores(row)) // for the host, which only looks at the last step's
      return {};
    row = withBases(context_, stage, withChoices(choices, std::move(row)));
    for (int a = 1; a < program_.rank; ++a)
      row = {makeKStmt(CellLoop{a, context_.cell[a], bounds[a].lo, bounds[a].hi, std::move(row)})};
    body.insert(body.end(), row.begin(), row.end());
    body.insert(body.begin(), makeKStmt(KComment{"loop nest " + std::to_string(k + 1)}));
    return {makeKStmt(KBlock{std::move(body)})};
  }

  // What the user computes once a step.
  KBody scalarsOfStep() const {
    KBody out;
    if (program_.time)
      out.push_back(makeKStmt(
          KLet{context_.time, ScalarType::I64, add(scalar(start_), mul(scalar(step_), intLit(program_.time->step)))}));
    for (size_t k = 0; k < program_.stepScalars.size(); ++k) {
      const StepScalar &s = program_.stepScalars[k];
      out.push_back(makeKStmt(KLet{context_.level[0][k], s.type, lowerScalars(context_, s.value, 0)}));
    }
    return out;
  }

  KBody tile() const {
    KBody step = scalarsOfStep();
    for (size_t k = 0; k < program_.stages.size(); ++k)
      for (const KStmtPtr &stmt : level(k))
        step.push_back(stmt);
    KBody body = {makeKStmt(KFor{step_, scalar(first_), scalar(end_), 1, withoutUnusedLets(std::move(step))})};
    for (int a = program_.rank - 1; a >= 0; --a)
      if (isBlocked(a)) {
        const ExprPtr moved = mul(intLit(slopeOf(a)), sub(sub(scalar(end_), scalar(first_)), intLit(1)));
        const ExprPtr until = add(add(hull_[a].hi, moved), intLit(mostOf(skew_.axis[a]->up.shift)));
        body = {makeKStmt(KFor{context_.origin[a], hull_[a].lo, until, tile_[a], std::move(body)})};
      }
    const ExprPtr width = intLit(width_), other = sub(scalar(front_), scalar(diamond_));
    body.insert(body.begin(),
                {makeKStmt(KLet{rise_, ScalarType::I64, add(hull_[axis_].lo, mul(scalar(diamond_), width))}),
                 makeKStmt(KLet{fall_, ScalarType::I64, sub(hull_[axis_].hi, mul(other, width))})});
    return body;
  }

  void setParameters(Kernel &kernel) const {
    const Uses uses = usesOf(kernel.body);
    std::set<FieldId> written;
    for (const Stage &stage : program_.stages)
      for (const FieldAccess &access : footprintOf(stage).fields)
        if (access.written)
          for (const FieldId name : cycleOf(program_, access.field))
            written.insert(name);
    for (size_t f = 0; f < program_.fields.size(); ++f)
      if (const Field &field = program_.fields[f]; uses.buffers.count(field.name))
        kernel.buffers.push_back({field.name, field.elem, written.count(static_cast<FieldId>(f)) > 0});
    kernel.scalars = freeScalars(context_, kernel, 1);
    if (uses.names.count(start_))
      kernel.scalars.push_back({start_, ScalarType::I64});
    kernel.scalars.push_back({kPassSteps, ScalarType::I64});
  }

  const StencilProgram &program_;
  Context context_; // whose time is that of the step
  Skew skew_;
  int axis_;
  std::array<int64_t, 3> tile_;
  int64_t width_;
  CellBounds hull_;
  std::string front_ = fresh("front"), diamond_ = fresh("diamond"), first_ = fresh("first_step"),
              end_ = fresh("end_step"), step_ = fresh("step"), rise_ = fresh("rise"), fall_ = fresh("fall"),
              start_ = context_.time;
};

} // namespace

Kernel diamondKernel(const Context &context, const std::array<int64_t, 3> &tile) { return Maker(context, tile).make(); }

} // namespace kasane::lowering
