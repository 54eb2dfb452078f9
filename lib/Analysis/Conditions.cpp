// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Conditions.h"

#include <algorithm>

namespace kasane {
namespace {

bool isParam(const StencilProgram &program, const std::string &name) {
  return std::any_of(program.params.begin(), program.params.end(),
                     [&](const Param &p) { return p.name == name && !isFloat(p.type); });
}

} // namespace

CellRegion narrowed(const StencilProgram &program, CellRegion cells, const Expr &condition, bool holds) {
  return narrowed(std::move(cells), condition, holds, [&](const std::string &name) { return isParam(program, name); });
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
