// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Accesses.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

// A cell's coordinate in a polynomial; no C name can clash with it.
std::string indexSymbol(int axis) { return "#" + std::to_string(axis); }

bool isParam(const StencilProgram &program, const std::string &name) {
  return std::any_of(program.params.begin(), program.params.end(),
                     [&](const Param &p) { return p.name == name && !isFloat(p.type); });
}

// The expression's value as a polynomial over parameters and coordinates. Unsigned arithmetic and narrowing wrap around
// and are left alone; signed overflow is undefined in the original.
std::optional<Poly> toPoly(const StencilProgram &program, const Expr &e) {
  if (const auto *lit = std::get_if<IntLit>(&e.node))
    return Poly(lit->value);
  if (isFloat(e.type) || !isSigned(e.type))
    return std::nullopt;
  if (const auto *index = std::get_if<IndexRef>(&e.node))
    return Poly::symbol(indexSymbol(index->axis));
  if (const auto *ref = std::get_if<ScalarRef>(&e.node))
    return isParam(program, ref->name) ? std::optional(Poly::symbol(ref->name)) : std::nullopt;
  if (const auto *cast = std::get_if<Cast>(&e.node)) {
    const Expr &inner = *cast->operand;
    bool widens = !isFloat(inner.type) && sizeOf(inner.type) <= sizeOf(e.type) && isSigned(inner.type);
    return widens ? toPoly(program, inner) : std::nullopt;
  }
  if (const auto *unary = std::get_if<Unary>(&e.node); unary && unary->op == UnaryOp::Negate) {
    std::optional<Poly> operand = toPoly(program, *unary->operand);
    return operand ? std::optional(Poly(0) - *operand) : std::nullopt;
  }
  const auto *b = std::get_if<Binary>(&e.node);
  if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub && b->op != BinaryOp::Mul))
    return std::nullopt;
  std::optional<Poly> left = toPoly(program, *b->left), right = toPoly(program, *b->right);
  if (!left || !right)
    return std::nullopt;
  return b->op == BinaryOp::Add ? *left + *right : b->op == BinaryOp::Sub ? *left - *right : *left * *right;
}

std::optional<BinaryOp> negated(BinaryOp op) {
  switch (op) {
  case BinaryOp::Lt:
    return BinaryOp::Ge;
  case BinaryOp::Le:
    return BinaryOp::Gt;
  case BinaryOp::Gt:
    return BinaryOp::Le;
  case BinaryOp::Ge:
    return BinaryOp::Lt;
  case BinaryOp::Eq:
    return BinaryOp::Ne;
  case BinaryOp::Ne:
    return BinaryOp::Eq;
  default:
    return std::nullopt;
  }
}

BinaryOp mirrored(BinaryOp op) {
  switch (op) {
  case BinaryOp::Lt:
    return BinaryOp::Gt;
  case BinaryOp::Le:
    return BinaryOp::Ge;
  case BinaryOp::Gt:
    return BinaryOp::Lt;
  case BinaryOp::Ge:
    return BinaryOp::Le;
  default:
    return op;
  }
}

void addUnique(std::vector<Poly> &polys, const Poly &poly) {
  if (std::find(polys.begin(), polys.end(), poly) == polys.end())
    polys.push_back(poly);
}

bool contains(const std::vector<Poly> &polys, const Poly &poly) {
  return std::find(polys.begin(), polys.end(), poly) != polys.end();
}

// x `op` value
void narrowAxis(CellBounds &bounds, BinaryOp op, const Poly &value) {
  if (op == BinaryOp::Lt || op == BinaryOp::Le || op == BinaryOp::Eq)
    addUnique(bounds.hi, op == BinaryOp::Lt ? value : value + 1);
  if (op == BinaryOp::Gt || op == BinaryOp::Ge || op == BinaryOp::Eq)
    addUnique(bounds.lo, op == BinaryOp::Gt ? value + 1 : value);
  if (op == BinaryOp::Ne && contains(bounds.lo, value))
    addUnique(bounds.lo, value + 1);
  if (op == BinaryOp::Ne && contains(bounds.hi, value + 1))
    addUnique(bounds.hi, value);
}

// difference `op` 0, where the difference is x + rest or rest - x on one axis
void narrowByComparison(CellRegion &cells, BinaryOp op, const Poly &difference) {
  for (int a = 0; a < kMaxAxes; ++a) {
    std::optional<Poly> slope = difference.coefficientOf(indexSymbol(a));
    Poly rest = difference.without(indexSymbol(a));
    bool otherAxis = false;
    for (const std::string &name : rest.symbols())
      otherAxis |= name[0] == '#';
    if (!slope || otherAxis)
      continue;
    if (*slope == Poly(1))
      narrowAxis(cells[a], op, Poly(0) - rest);
    if (*slope == Poly(-1))
      narrowAxis(cells[a], mirrored(op), rest);
  }
}

CellRegion narrowed(const StencilProgram &program, CellRegion cells, const Expr &condition, bool holds) {
  if (const auto *unary = std::get_if<Unary>(&condition.node); unary && unary->op == UnaryOp::LogicalNot)
    return narrowed(program, std::move(cells), *unary->operand, !holds);
  const auto *b = std::get_if<Binary>(&condition.node);
  if (!b)
    return cells;
  if (b->op == (holds ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr))
    return narrowed(program, narrowed(program, std::move(cells), *b->left, holds), *b->right, holds);
  std::optional<BinaryOp> opposite = negated(b->op);
  std::optional<Poly> left = toPoly(program, *b->left), right = toPoly(program, *b->right);
  if (opposite && left && right)
    narrowByComparison(cells, holds ? b->op : *opposite, *left - *right);
  return cells;
}

class Collector {
public:
  explicit Collector(const StencilProgram &program) : program_(program) {}

  void body(const std::vector<StmtPtr> &stmts, const CellRegion &cells) {
    for (const StmtPtr &stmt : stmts)
      match(
          stmt->node, [&](const LocalDecl &n) { expr(n.init, cells); },
          [&](const LocalAssign &n) { expr(n.value, cells); },
          [&](const FieldStore &n) {
            expr(n.value, cells);
            accesses.push_back({n.field, n.offset, true, stmt->range, cells});
          },
          [&](const IfStmt &n) {
            expr(n.condition, cells);
            body(n.thenBody, narrowed(program_, cells, *n.condition, true));
            body(n.elseBody, narrowed(program_, cells, *n.condition, false));
          });
  }

  std::vector<Access> accesses;

private:
  void expr(const ExprPtr &e, const CellRegion &cells) {
    if (!e)
      return;
    if (const auto *read = std::get_if<FieldRead>(&e->node)) {
      accesses.push_back({read->field, read->offset, false, e->range, cells});
    } else if (const auto *select = std::get_if<Select>(&e->node)) {
      expr(select->condition, cells);
      expr(select->whenTrue, narrowed(program_, cells, *select->condition, true));
      expr(select->whenFalse, narrowed(program_, cells, *select->condition, false));
    } else if (const auto *b = std::get_if<Binary>(&e->node)) {
      bool shortCut = b->op == BinaryOp::LogicalAnd || b->op == BinaryOp::LogicalOr;
      expr(b->left, cells);
      expr(b->right, shortCut ? narrowed(program_, cells, *b->left, b->op == BinaryOp::LogicalAnd) : cells);
    } else if (const auto *unary = std::get_if<Unary>(&e->node)) {
      expr(unary->operand, cells);
    } else if (const auto *cast = std::get_if<Cast>(&e->node)) {
      expr(cast->operand, cells);
    } else if (const auto *call = std::get_if<Call>(&e->node)) {
      for (const ExprPtr &arg : call->args)
        expr(arg, cells);
    }
  }

  const StencilProgram &program_;
};

} // namespace

std::vector<Access> accessesOf(const StencilProgram &program, const Stage &stage) {
  CellRegion cells;
  for (int a = 0; a < kMaxAxes; ++a)
    cells[a] = {{stage.domain[a].lo}, {stage.domain[a].hi}};
  Collector collector(program);
  collector.body(stage.body, cells);
  return std::move(collector.accesses);
}

Poly bestLower(const CellBounds &bounds) {
  Poly best = bounds.lo.front();
  for (const Poly &lo : bounds.lo)
    if (std::optional<int64_t> more = (lo - best).constant(); !more || *more > 0)
      best = lo;
  return best;
}

Poly bestUpper(const CellBounds &bounds) {
  Poly best = bounds.hi.front();
  for (const Poly &hi : bounds.hi)
    if (std::optional<int64_t> more = (hi - best).constant(); !more || *more < 0)
      best = hi;
  return best;
}

} // namespace kasane
