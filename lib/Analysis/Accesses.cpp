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
  explicit Collector(const StencilProgram &program) : program_(program) {}

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
    for (Colour &colour : coloursOf(program_, *condition, holds))
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

bool differInColour(const Access &a, const Access &b) {
  if (a.far != b.far)
    return false;
  for (const Colour &left : a.colours)
    for (const Colour &right : b.colours) {
      int64_t distance = 0;
      for (int axis = 0; axis < kMaxAxes; ++axis)
        distance += left.slope[axis] * (b.offset[axis] - a.offset[axis]);
      if (left.key == right.key && distance % left.modulus != 0)
        return true;
    }
  return false;
}

} // namespace

std::vector<Access> accessesOf(const StencilProgram &program, const Box &domain, const std::vector<StmtPtr> &body) {
  Context context;
  for (int a = 0; a < kMaxAxes; ++a)
    context.cells[a] = {{domain[a].lo}, {domain[a].hi}};
  Collector collector(program);
  collector.body(body, context);
  return std::move(collector.accesses);
}

std::vector<Access> accessesOf(const StencilProgram &program, const Stage &stage) {
  return accessesOf(program, stage.domain, stage.body);
}

bool mayMeet(const StencilProgram &program, const Access &a, const Access &b) {
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (program.fields[a.field].has[axis] && (liesBelow(program, a, b, axis) || liesBelow(program, b, a, axis)))
      return false;
  return !differInColour(a, b);
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
