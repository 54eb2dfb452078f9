// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells/EveryOther.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

int64_t positive(int64_t value, int64_t modulus) { return (value % modulus + modulus) % modulus; }

// The value of a term of a colour's rest; null when it isn't one of the names that kernels know.
ExprPtr valueOf(const Context &context, const std::string &name, int step) {
  const StencilProgram &program = context.program;
  if (name == kTimeSymbol)
    return add(scalar(context.time), intLit(program.time ? step * program.time->step : 0));
  for (const Param &param : program.params)
    if (param.name == name)
      return scalar(name);
  for (size_t k = 0; k < program.stepScalars.size(); ++k)
    if (program.stepScalars[k].name == name) {
      ExprPtr value = scalar(context.level[step][k], program.stepScalars[k].type);
      return value->type == ScalarType::I64 ? value : makeExpr(ScalarType::I64, Cast{value});
    }
  return nullptr;
}

bool isUsable(const Context &context, const Colour &colour) {
  int64_t slope = positive(colour.slope[0], colour.modulus);
  bool usable = colour.exact && (slope == 1 || slope == colour.modulus - 1);
  for (int a = 0; a < kMaxAxes; ++a)
    usable &= colour.slope[a] % colour.modulus == 0 || !context.rings.axis[a];
  for (const std::string &name : colour.rest.symbols())
    usable &= valueOf(context, name, 0) != nullptr;
  return usable;
}

// It is one comparison, not several together.
bool isSingle(const ExprPtr &condition) {
  if (const auto *unary = std::get_if<Unary>(&condition->node); unary && unary->op == UnaryOp::LogicalNot)
    return isSingle(unary->operand);
  const auto *b = std::get_if<Binary>(&condition->node);
  return !b || (b->op != BinaryOp::LogicalAnd && b->op != BinaryOp::LogicalOr);
}

std::optional<Colour> colourOf(const Context &context, const CellRegion &cells, const IfStmt &branch) {
  if (!isSingle(branch.condition) || branch.thenBody.empty() == branch.elseBody.empty())
    return std::nullopt;
  for (Colour &colour : coloursOf(context.program, {}, cells, *branch.condition, branch.elseBody.empty()))
    if (isUsable(context, colour))
      return std::move(colour);
  return std::nullopt;
}

} // namespace

EveryOther everyOther(const Context &context, const Stage &stage, std::vector<StmtPtr> body) {
  CellRegion cells;
  for (int a = 0; a < kMaxAxes; ++a)
    cells[a] = {{stage.domain[a].lo}, {stage.domain[a].hi}};
  const auto *branch = body.size() == 1 ? std::get_if<IfStmt>(&body[0]->node) : nullptr;
  if (!branch)
    return {std::move(body), std::nullopt};
  const std::vector<StmtPtr> &inner = branch->elseBody.empty() ? branch->thenBody : branch->elseBody;
  if (std::optional<Colour> colour = colourOf(context, cells, *branch))
    return {inner, std::move(colour)};
  if (!branch->elseBody.empty())
    return {std::move(body), std::nullopt};
  EveryOther below = everyOther(context, stage, inner);
  return {{makeStmt(IfStmt{branch->condition, std::move(below.body), {}}, body[0]->range)}, std::move(below.colour)};
}

// slope * x + rest == 0, with a slope of 1 or -1
ExprPtr firstOf(const Context &context, const EveryOther &cells, int step, const ExprPtr &lo) {
  if (!cells.colour)
    return lo;
  int64_t m = cells.colour->modulus;
  bool same = m == 2 || positive(cells.colour->slope[0], m) != 1; // the sign in which the rest enters
  ExprPtr rest = intLit(0);
  auto addTerm = [&](int64_t factor, const ExprPtr &value) {
    if (int64_t times = positive(same ? factor : -factor, m))
      rest = add(rest, mul(intLit(times), value));
  };
  for (int a = kMaxAxes - 1; a > 0; --a)
    addTerm(cells.colour->slope[a], context.at(a));
  for (const auto &[monomial, coefficient] : cells.colour->rest.terms()) {
    ExprPtr product = intLit(1);
    for (const std::string &name : monomial)
      product = mul(product, valueOf(context, name, step));
    addTerm(coefficient, product);
  }
  ExprPtr ahead = m == 2 ? add(rest, lo) : sub(rest, lo);
  if ((m & (m - 1)) == 0)
    return add(lo, binary(BinaryOp::And, ahead, intLit(m - 1)));
  ExprPtr remainder = binary(BinaryOp::Rem, ahead, intLit(m));
  return add(lo, binary(BinaryOp::Rem, add(remainder, intLit(m)), intLit(m)));
}

} // namespace kasane::lowering
