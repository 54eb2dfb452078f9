// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Accesses.h"

#include "Conditions.h"
#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

struct Context {
  CellRegion cells;
  std::vector<Colour> colours;
};

class Collector {
public:
  Collector(const StencilProgram &program, const Definitions &locals) : program_(program), locals_(locals) {}

  void body(const std::vector<StmtPtr> &stmts, const Context &context) {
    for (const StmtPtr &stmt : stmts)
      match(
          stmt->node, [&](const LocalDecl &n) { expr(n.init, context); },
          [&](const LocalAssign &n) { expr(n.value, context); },
          [&](const FieldStore &n) {
            expr(n.value, context);
            add({n.field, n.offset}, true, stmt->range, context);
          },
          [&](const IfStmt &n) {
            expr(n.condition, context);
            body(n.thenBody, under(context, n.condition, true));
            body(n.elseBody, under(context, n.condition, false));
          });
  }

  std::vector<Access> accesses;

private:
  void add(const FieldRead &place, bool write, SourceRange range, const Context &context) {
    accesses.push_back({place.field, place.offset, write, range, context.cells, context.colours, place.far});
  }

  Context under(const Context &context, const ExprPtr &condition, bool holds) const {
    Context inner{narrowed(program_, context.cells, *condition, holds), context.colours};
    for (Colour &colour : coloursOf(program_, locals_, inner.cells, *condition, holds))
      inner.colours.push_back(std::move(colour));
    return inner;
  }

  void expr(const ExprPtr &e, const Context &context) {
    if (!e)
      return;
    if (const auto *read = std::get_if<FieldRead>(&e->node)) {
      add(*read, false, e->range, context);
    } else if (const auto *select = std::get_if<Select>(&e->node)) {
      expr(select->condition, context);
      expr(select->whenTrue, under(context, select->condition, true));
      expr(select->whenFalse, under(context, select->condition, false));
    } else if (const auto *b = std::get_if<Binary>(&e->node)) {
      bool shortCut = b->op == BinaryOp::LogicalAnd || b->op == BinaryOp::LogicalOr;
      expr(b->left, context);
      expr(b->right, shortCut ? under(context, b->left, b->op == BinaryOp::LogicalAnd) : context);
    } else if (const auto *unary = std::get_if<Unary>(&e->node)) {
      expr(unary->operand, context);
    } else if (const auto *cast = std::get_if<Cast>(&e->node)) {
      expr(cast->operand, context);
    } else if (const auto *call = std::get_if<Call>(&e->node)) {
      for (const ExprPtr &arg : call->args)
        expr(arg, context);
    }
  }

  const StencilProgram &program_;
  const Definitions &locals_;
};

// The cells that `a` touches on an axis all lie below those that `b` touches.
bool liesBelow(const StencilProgram &program, const Access &a, const Access &b, int axis) {
  for (const Poly &hi : a.cells[axis].hi)
    for (const Poly &lo : b.cells[axis].lo)
      if (isNeverNegative(program, lo + b.distance(axis) - hi - a.distance(axis)))
        return true;
  return false;
}

bool isAtLeast(const Poly &value, const Poly &bound) {
  std::optional<int64_t> slack = (value - bound).constant();
  return slack && *slack >= 0;
}

// From the cell that makes access `a` of an element to the one that makes access `b` of it.
Distance between(const StencilProgram &program, const Access &a, const Access &b) {
  Distance distance;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (program.fields[a.field].has[axis])
      distance[axis] = a.distance(axis) - b.distance(axis);
  return distance;
}

bool differInColour(const StencilProgram &program, const Access &a, const Access &b) {
  Distance distance = between(program, a, b);
  return std::any_of(a.colours.begin(), a.colours.end(), [&](const Colour &x) {
    return std::any_of(b.colours.begin(), b.colours.end(), [&](const Colour &y) { return differ(x, y, distance); });
  });
}

} // namespace

std::vector<Access> accessesOf(const StencilProgram &program, const Box &domain, const std::vector<StmtPtr> &body,
                               const Definitions &locals) {
  Context context;
  for (int a = 0; a < kMaxAxes; ++a)
    context.cells[a] = {{domain[a].lo}, {domain[a].hi}};
  Collector collector(program, locals);
  collector.body(body, context);
  return std::move(collector.accesses);
}

std::vector<Access> accessesOf(const StencilProgram &program, const Stage &stage) {
  return accessesOf(program, stage.domain, stage.body, definitionsOf(stage.body));
}

bool mayMeet(const StencilProgram &program, const Access &a, const Access &b) {
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (program.fields[a.field].has[axis] && (liesBelow(program, a, b, axis) || liesBelow(program, b, a, axis)))
      return false;
  return !differInColour(program, a, b);
}

std::optional<int64_t> sameColour(const StencilProgram &program, const Access &a, const Access &b) {
  for (const Colour &x : a.colours)
    for (const Colour &y : b.colours)
      if (areAlike(x, y, between(program, a, b)))
        return x.modulus;
  return std::nullopt;
}

bool isNeverNegative(const StencilProgram &program, const Poly &value) {
  if (value.constant())
    return *value.constant() >= 0;
  for (const Guard &guard : program.guards)
    if (isAtLeast(value, guard.value))
      return true;
  for (const Stage &stage : program.stages)
    for (const AxisBounds &bounds : stage.domain)
      if (isAtLeast(value, bounds.hi - bounds.lo - 1))
        return true;
  return false;
}

} // namespace kasane
