// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/Operands.h"

#include "kasane/Support/Check.h"
#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

std::optional<int64_t> literal(const ExprPtr &e) {
  const auto *lit = std::get_if<IntLit>(&e->node);
  return lit ? std::optional(lit->value) : std::nullopt;
}

bool isComparison(BinaryOp op) {
  switch (op) {
  case BinaryOp::LogicalAnd:
  case BinaryOp::LogicalOr:
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return true;
  default:
    return false;
  }
}

} // namespace

Poly distanceOf(const FieldRead &read, int axis) { return read.far[axis] + Poly(read.offset[axis]); }

ExprPtr makeExpr(ScalarType type, Expr::Node node, SourceRange range) {
  return std::make_shared<const Expr>(Expr{type, std::move(node), range});
}

ExprPtr intLit(int64_t value, ScalarType type) { return makeExpr(type, IntLit{value}); }
ExprPtr zeroOf(ScalarType type) { return isFloat(type) ? makeExpr(type, FloatLit{0}) : intLit(0, type); }
ExprPtr scalar(const std::string &name, ScalarType type) { return makeExpr(type, ScalarRef{name}); }

ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right) {
  ScalarType type = isComparison(op) ? ScalarType::I32 : left->type;
  return makeExpr(type, Binary{op, std::move(left), std::move(right)});
}

ExprPtr add(ExprPtr a, ExprPtr b) {
  auto la = literal(a), lb = literal(b);
  if (la && lb)
    return intLit(*la + *lb);
  if (la == 0)
    return b;
  if (lb == 0)
    return a;
  if (lb && *lb < 0)
    return sub(std::move(a), intLit(-*lb));
  if (const auto *negated = std::get_if<Binary>(&b->node); negated && negated->op == BinaryOp::Sub)
    if (literal(negated->left) == 0)
      return sub(std::move(a), negated->right);
  return binary(BinaryOp::Add, std::move(a), std::move(b));
}

ExprPtr sub(ExprPtr a, ExprPtr b) {
  auto la = literal(a), lb = literal(b);
  if (la && lb)
    return intLit(*la - *lb);
  if (lb == 0)
    return a;
  return binary(BinaryOp::Sub, std::move(a), std::move(b));
}

ExprPtr mul(ExprPtr a, ExprPtr b) {
  auto la = literal(a), lb = literal(b);
  if (la && lb)
    return intLit(*la * *lb);
  if (la == 0 || lb == 0)
    return intLit(0);
  if (la == 1)
    return b;
  if (lb == 1)
    return a;
  return binary(BinaryOp::Mul, std::move(a), std::move(b));
}

ExprPtr minOf(ExprPtr a, ExprPtr b) {
  auto la = literal(a), lb = literal(b);
  if (la && lb)
    return intLit(std::min(*la, *lb));
  return makeExpr(ScalarType::I64, Call{"ksn_min", {std::move(a), std::move(b)}});
}

ExprPtr maxOf(ExprPtr a, ExprPtr b) {
  auto la = literal(a), lb = literal(b);
  if (la && lb)
    return intLit(std::max(*la, *lb));
  return makeExpr(ScalarType::I64, Call{"ksn_max", {std::move(a), std::move(b)}});
}

ExprPtr toExpr(const Poly &poly, const std::function<ExprPtr(const std::string &)> &valueOf) {
  ExprPtr sum = intLit(0);
  auto addTerms = [&](bool positive) {
    for (auto it = poly.terms().rbegin(); it != poly.terms().rend(); ++it) {
      const auto &[monomial, coefficient] = *it;
      if ((coefficient > 0) != positive)
        continue;
      ExprPtr product = intLit(std::abs(coefficient));
      for (const std::string &name : monomial)
        product = mul(product, valueOf(name));
      sum = positive ? add(sum, product) : sub(sum, product);
    }
  };
  addTerms(true); // first, so that no text begins with 0 - n where it need not
  addTerms(false);
  return sum;
}

ExprPtr toExpr(const Poly &poly) {
  return toExpr(poly, [](const std::string &name) { return scalar(name); });
}

std::optional<Poly> toPoly(const ExprPtr &expr) {
  if (expr->type != ScalarType::I64)
    return std::nullopt;
  if (const auto *lit = std::get_if<IntLit>(&expr->node))
    return Poly(lit->value);
  if (const auto *ref = std::get_if<ScalarRef>(&expr->node))
    return Poly::symbol(ref->name);
  const auto *n = std::get_if<Binary>(&expr->node);
  if (!n || (n->op != BinaryOp::Add && n->op != BinaryOp::Sub && n->op != BinaryOp::Mul))
    return std::nullopt;
  std::optional<Poly> left = toPoly(n->left), right = toPoly(n->right);
  if (!left || !right)
    return std::nullopt;
  if (n->op == BinaryOp::Mul)
    return *left * *right;
  return n->op == BinaryOp::Add ? *left + *right : *left - *right;
}

ExprPtr withOperands(const ExprPtr &expr, const std::function<ExprPtr(const ExprPtr &)> &operand) {
  auto same = [&](Expr::Node node) { return makeExpr(expr->type, std::move(node), expr->range); };
  return match(
      expr->node, [&](const Load &n) { return same(Load{n.buffer, operand(n.index)}); },
      [&](const Unary &n) { return same(Unary{n.op, operand(n.operand)}); },
      [&](const Binary &n) { return same(Binary{n.op, operand(n.left), operand(n.right)}); },
      [&](const Select &n) { return same(Select{operand(n.condition), operand(n.whenTrue), operand(n.whenFalse)}); },
      [&](const Call &n) {
        std::vector<ExprPtr> args;
        for (const ExprPtr &arg : n.args)
          args.push_back(operand(arg));
        return same(Call{n.callee, std::move(args)});
      },
      [&](const Cast &n) { return same(Cast{operand(n.operand)}); }, [&](const auto &) { return expr; });
}

std::vector<ExprPtr> operandsOf(const ExprPtr &expr) {
  std::vector<ExprPtr> out;
  withOperands(expr, [&](const ExprPtr &operand) {
    out.push_back(operand);
    return operand;
  });
  return out;
}

ExprPtr rewrite(const ExprPtr &expr, const std::function<ExprPtr(const Expr &)> &leaf) {
  auto again = [&] { return withOperands(expr, [&](const ExprPtr &e) { return rewrite(e, leaf); }); };
  auto replaced = [&](const ExprPtr &e) {
    ExprPtr replacement = leaf(*e);
    return replacement ? replacement : e;
  };
  return match(
      expr->node, [&](const IntLit &) { return expr; }, [&](const FloatLit &) { return expr; },
      [&](const Load &) {
        ExprPtr replacement = leaf(*expr);
        return replacement ? replacement : again();
      },
      [&](const Unary &) { return again(); }, [&](const Call &) { return again(); },
      [&](const Cast &) {
        const ExprPtr cast = again(); // to what its operand is now: it is gone
        const ExprPtr &operand = std::get<Cast>(cast->node).operand;
        return operand->type == cast->type ? operand : cast;
      },
      [&](const auto &) { return replaced(again()); });
}

void walk(const ExprPtr &expr, const std::function<void(const Expr &)> &visit) {
  if (!expr)
    return;
  visit(*expr);
  match(
      expr->node, [](const IntLit &) {}, [](const FloatLit &) {}, [](const ScalarRef &) {}, [](const IndexRef &) {},
      [](const TimeRef &) {}, [](const FieldRead &) {}, [&](const Load &n) { walk(n.index, visit); },
      [&](const Unary &n) { walk(n.operand, visit); },
      [&](const Binary &n) {
        walk(n.left, visit);
        walk(n.right, visit);
      },
      [&](const Select &n) {
        walk(n.condition, visit);
        walk(n.whenTrue, visit);
        walk(n.whenFalse, visit);
      },
      [&](const Call &n) {
        for (const ExprPtr &arg : n.args)
          walk(arg, visit);
      },
      [&](const Cast &n) { walk(n.operand, visit); });
}

} // namespace kasane
