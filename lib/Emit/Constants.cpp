// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Constants.h"

#include "kasane/Support/Match.h"

#include <cmath>
#include <map>

namespace kasane::emission {
namespace {

using Known = std::map<std::string, double>; // variables of 32 bits and what they hold at this place

void forgetAssigned(const KBody &body, Known &known) {
  walk(body, [&](const KStmt &stmt) {
    if (const auto *assign = std::get_if<KAssign>(&stmt.node))
      known.erase(assign->name);
    if (const auto *row = std::get_if<KLoadRow>(&stmt.node))
      for (const std::string &name : row->names)
        known.erase(name);
  });
}

double inDouble(BinaryOp op, double left, double right) {
  switch (op) {
  case BinaryOp::Add:
    return left + right;
  case BinaryOp::Sub:
    return left - right;
  case BinaryOp::Mul:
    return left * right;
  case BinaryOp::Div:
    return left / right;
  default:
    return NAN;
  }
}

// Of two floats: what their operation gives in double, rounded once more, is the float's own result.
std::optional<double> valueOf(BinaryOp op, double left, double right) {
  const auto value = static_cast<float>(inDouble(op, left, right));
  return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

std::optional<double> valueOf(const Expr &e, const Known &known) {
  if (e.type != ScalarType::F32)
    return std::nullopt;
  auto in = [&](const ExprPtr &operand) { return valueOf(*operand, known); };
  return match(
      e.node, [](const FloatLit &n) { return std::optional(n.value); },
      [&](const ScalarRef &n) {
        const auto at = known.find(n.name);
        return at == known.end() ? std::nullopt : std::optional(at->second);
      },
      [&](const Unary &n) {
        const auto operand = in(n.operand);
        return operand && n.op == UnaryOp::Negate ? std::optional(-*operand) : std::nullopt;
      },
      [&](const Cast &n) -> std::optional<double> {
        if (const auto *integer = std::get_if<IntLit>(&n.operand->node); integer && std::abs(integer->value) < 1 << 24)
          return static_cast<double>(integer->value);
        if (const auto *wide = std::get_if<FloatLit>(&n.operand->node))
          return static_cast<float>(wide->value);
        return in(n.operand);
      },
      [&](const Binary &n) {
        const auto left = in(n.left), right = in(n.right);
        return left && right ? valueOf(n.op, *left, *right) : std::nullopt;
      },
      [](const auto &) { return std::optional<double>(); });
}

KBody withConstants(const KBody &body, Known &known);

KBody inner(const KBody &body, Known known) { return withConstants(body, known); }

ExprPtr withConstants(const ExprPtr &value, const Known &known) {
  return rewrite(value, [&](const Expr &e) -> ExprPtr {
    if (!std::holds_alternative<Binary>(e.node))
      return nullptr;
    const auto constant = valueOf(e, known);
    return constant ? makeExpr(e.type, FloatLit{*constant}, e.range) : nullptr;
  });
}

void learn(const std::string &name, ScalarType type, const ExprPtr &value, Known &known) {
  known.erase(name);
  if (const auto constant = value && value->type == type ? valueOf(*value, known) : std::nullopt)
    known[name] = *constant;
}

KStmtPtr withConstants(const KStmtPtr &stmt, Known &known) {
  const KBody one = {stmt};
  auto plain = [&] {
    return withValues(one, [&](const ExprPtr &value) { return withConstants(value, known); }).front();
  };
  return match(
      stmt->node,
      [&](const CellLoop &n) {
        forgetAssigned(n.body, known);
        return makeKStmt(CellLoop{n.axis, n.var, n.lo, n.hi, inner(n.body, known), n.step, n.few, n.wanted});
      },
      [&](const KFor &n) {
        forgetAssigned(n.body, known);
        return makeKStmt(KFor{n.var, n.lo, n.hi, n.step, inner(n.body, known), n.isUnrolled, n.type, n.staysLoop});
      },
      [&](const KBlock &n) {
        const KBody body = inner(n.body, known);
        forgetAssigned(n.body, known);
        return makeKStmt(KBlock{body});
      },
      [&](const KIf &n) {
        const KBody thenBody = inner(n.thenBody, known), elseBody = inner(n.elseBody, known);
        const ExprPtr condition = withConstants(n.condition, known);
        forgetAssigned(one, known);
        return makeKStmt(KIf{condition, thenBody, elseBody});
      },
      [&](const KLet &n) {
        const KStmtPtr out = plain();
        learn(n.name, n.type, n.value, known);
        return out;
      },
      [&](const KVar &n) {
        const KStmtPtr out = plain();
        learn(n.name, n.type, n.init, known);
        return out;
      },
      [&](const KAssign &n) {
        const KStmtPtr out = plain();
        learn(n.name, n.value->type, n.value, known);
        return out;
      },
      [&](const auto &) {
        forgetAssigned(one, known);
        return plain();
      });
}

KBody withConstants(const KBody &body, Known &known) {
  KBody out;
  for (const KStmtPtr &stmt : body)
    out.push_back(withConstants(stmt, known));
  return out;
}

} // namespace

KBody withConstants(const KBody &body) { return inner(body, {}); }

} // namespace kasane::emission
