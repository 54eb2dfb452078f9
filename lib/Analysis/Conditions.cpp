// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Conditions.h"

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

} // namespace

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

namespace {

// The value is the same in every cell of one step.
bool isInvariant(const StencilProgram &program, const ExprPtr &expr) {
  bool invariant = true;
  walk(expr, [&](const Expr &e) {
    invariant &= !std::holds_alternative<IndexRef>(e.node) && !std::holds_alternative<FieldRead>(e.node) &&
                 !std::holds_alternative<Call>(e.node);
    if (const auto *ref = std::get_if<ScalarRef>(&e.node))
      invariant &= isParam(program, ref->name) || std::any_of(program.stepScalars.begin(), program.stepScalars.end(),
                                                              [&](const StepScalar &s) { return s.name == ref->name; });
  });
  return invariant;
}

// sum of slope[a] * index[a] + something invariant
bool addSlope(const StencilProgram &program, const ExprPtr &e, int64_t factor, Offset &slope) {
  if (isFloat(e->type) || !isSigned(e->type))
    return false;
  if (isInvariant(program, e))
    return true;
  if (const auto *index = std::get_if<IndexRef>(&e->node)) {
    slope[index->axis] += factor;
    return true;
  }
  if (const auto *cast = std::get_if<Cast>(&e->node))
    return sizeOf(cast->operand->type) <= sizeOf(e->type) && addSlope(program, cast->operand, factor, slope);
  const auto *b = std::get_if<Binary>(&e->node);
  if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub))
    return false;
  return addSlope(program, b->left, factor, slope) &&
         addSlope(program, b->right, b->op == BinaryOp::Sub ? -factor : factor, slope);
}

// `expr` as L % m (or L & 1): modulus and slope. Equal remainders then mean congruent L, negative L included.
std::optional<Colour> remainderOf(const StencilProgram &program, const Expr &expr) {
  const auto *b = std::get_if<Binary>(&expr.node);
  if (!b || (b->op != BinaryOp::Rem && b->op != BinaryOp::And))
    return std::nullopt;
  const auto *lit = std::get_if<IntLit>(&b->right->node);
  if (!lit || lit->value < 1 || (b->op == BinaryOp::And && lit->value != 1))
    return std::nullopt;
  Colour colour{b->op == BinaryOp::And ? 2 : lit->value, {}, ""};
  if (!addSlope(program, b->left, 1, colour.slope))
    return std::nullopt;
  return colour;
}

bool isZero(const ExprPtr &e) {
  const auto *lit = std::get_if<IntLit>(&e->node);
  return lit && lit->value == 0;
}

} // namespace

std::vector<Colour> coloursOf(const StencilProgram &program, const Expr &condition, bool holds) {
  if (const auto *unary = std::get_if<Unary>(&condition.node); unary && unary->op == UnaryOp::LogicalNot)
    return coloursOf(program, *unary->operand, !holds);
  const auto *b = std::get_if<Binary>(&condition.node);
  if (!b)
    return {};
  if (b->op == (holds ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr)) {
    std::vector<Colour> colours = coloursOf(program, *b->left, holds);
    for (Colour &colour : coloursOf(program, *b->right, holds))
      colours.push_back(std::move(colour));
    return colours;
  }
  bool compares = b->op == BinaryOp::Eq || b->op == BinaryOp::Ne;
  std::optional<Colour> colour = remainderOf(program, compares ? *b->left : condition);
  if (!colour || (compares && !isInvariant(program, b->right)))
    return {};
  // One residue is selected by "equals v", and by "is not 0" when there are only two.
  bool equals = compares && (b->op == BinaryOp::Eq) == holds;
  bool isNotZero = compares ? !equals && isZero(b->right) : holds;
  bool isZeroRemainder = !compares && !holds;
  if (!equals && !isZeroRemainder && !(isNotZero && colour->modulus == 2))
    return {};
  colour->key = print(std::make_shared<const Expr>(condition)) + (holds ? "" : " fails");
  return {std::move(*colour)};
}

} // namespace kasane
