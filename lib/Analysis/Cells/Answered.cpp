// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells/Answered.h"

#include "kasane/Support/Match.h"

namespace kasane {
namespace {

std::optional<bool> known(const ExprPtr &condition) {
  const auto *lit = std::get_if<IntLit>(&condition->node);
  return lit ? std::optional(lit->value != 0) : std::nullopt;
}

ExprPtr truth(const Expr &like, bool value) { return makeExpr(like.type, IntLit{value}, like.range); }

std::optional<int64_t> number(const ExprPtr &e) {
  const auto *lit = std::get_if<IntLit>(&e->node);
  return lit && isSigned(e->type) ? std::optional(lit->value) : std::nullopt;
}

// Comparisons of numbers are what loops leave that were written out.
std::optional<bool> compared(BinaryOp op, const ExprPtr &left, const ExprPtr &right) {
  const std::optional<int64_t> a = number(left), b = number(right);
  if (!a || !b)
    return std::nullopt;
  switch (op) {
  case BinaryOp::Lt:
    return *a < *b;
  case BinaryOp::Le:
    return *a <= *b;
  case BinaryOp::Gt:
    return *a > *b;
  case BinaryOp::Ge:
    return *a >= *b;
  case BinaryOp::Eq:
    return *a == *b;
  case BinaryOp::Ne:
    return *a != *b;
  default:
    return std::nullopt;
  }
}

// Are 0 and 1 its values?
bool isTruth(const ExprPtr &e) {
  const auto *lit = std::get_if<IntLit>(&e->node);
  const auto *b = std::get_if<Binary>(&e->node);
  const auto *unary = std::get_if<Unary>(&e->node);
  return (lit && (lit->value == 0 || lit->value == 1)) || (b && b->op >= BinaryOp::LogicalAnd) ||
         (unary && unary->op == UnaryOp::LogicalNot);
}

class Answers {
public:
  Answers(const std::vector<StmtPtr> &body, const std::function<std::optional<bool>(const Expr &)> &answer)
      : answer_(answer), fixed_(definitionsOf(body)) {}

  std::vector<StmtPtr> statements(const std::vector<StmtPtr> &body) {
    std::vector<StmtPtr> out;
    for (const StmtPtr &stmt : body)
      match(
          stmt->node,
          [&](const LocalDecl &n) {
            const ExprPtr init = n.init ? value(n.init) : nullptr;
            note(n.name, init);
            out.push_back(makeStmt(LocalDecl{n.name, n.type, init}, stmt->range));
          },
          [&](const LocalAssign &n) {
            const ExprPtr assigned = value(n.value);
            note(n.name, assigned);
            out.push_back(makeStmt(LocalAssign{n.name, n.type, assigned}, stmt->range));
          },
          [&](const FieldStore &n) {
            out.push_back(makeStmt(FieldStore{n.field, n.offset, value(n.value)}, stmt->range));
          },
          [&](const IfStmt &n) { addBranch(out, n, stmt->range); });
    return out;
  }

private:
  void note(const std::string &name, const ExprPtr &set) {
    if (set && fixed_.count(name) && known(set) && isTruth(set))
      truths_[name] = *known(set);
  }

  void addBranch(std::vector<StmtPtr> &out, const IfStmt &n, const SourceRange &range) {
    const ExprPtr condition = value(n.condition);
    const std::optional<bool> taken = known(condition);
    if (!taken) {
      std::vector<StmtPtr> thenBody = statements(n.thenBody);
      out.push_back(makeStmt(IfStmt{condition, std::move(thenBody), statements(n.elseBody)}, range));
      return;
    }
    for (StmtPtr &stmt : statements(*taken ? n.thenBody : n.elseBody))
      out.push_back(std::move(stmt));
  }

  ExprPtr value(const ExprPtr &expr) {
    auto same = [&](Expr::Node node) { return makeExpr(expr->type, std::move(node), expr->range); };
    return match(
        expr->node,
        [&](const Unary &n) {
          const ExprPtr operand = value(n.operand);
          const std::optional<bool> holds = n.op == UnaryOp::LogicalNot ? known(operand) : std::nullopt;
          return holds ? truth(*expr, !*holds) : same(Unary{n.op, operand});
        },
        [&](const Binary &n) {
          if (const std::optional<bool> holds = answer_(*expr))
            return truth(*expr, *holds);
          return joined(*expr, n.op, value(n.left), value(n.right));
        },
        [&](const Select &n) {
          const ExprPtr condition = value(n.condition);
          if (const std::optional<bool> holds = known(condition))
            return value(*holds ? n.whenTrue : n.whenFalse);
          const ExprPtr whenTrue = value(n.whenTrue);
          return same(Select{condition, whenTrue, value(n.whenFalse)});
        },
        [&](const Call &n) {
          std::vector<ExprPtr> args;
          for (const ExprPtr &arg : n.args)
            args.push_back(value(arg));
          return same(Call{n.callee, std::move(args)});
        },
        [&](const Cast &n) { return same(Cast{value(n.operand)}); },
        [&](const ScalarRef &n) {
          const auto local = truths_.find(n.name);
          return local == truths_.end() ? expr : truth(*expr, local->second);
        },
        [&](const auto &) { return expr; });
  }

  static ExprPtr joined(const Expr &expr, BinaryOp op, const ExprPtr &left, const ExprPtr &right) {
    if (const std::optional<bool> holds = compared(op, left, right))
      return truth(expr, *holds);
    const bool any = op == BinaryOp::LogicalOr;
    if (any || op == BinaryOp::LogicalAnd) {
      const std::optional<bool> one = known(left), other = known(right);
      if (one == any || other == any)
        return truth(expr, any);
      if (one && isTruth(right))
        return right;
      if (other && isTruth(left))
        return left;
    }
    return makeExpr(expr.type, Binary{op, left, right}, expr.range);
  }

  const std::function<std::optional<bool>(const Expr &)> &answer_;
  const Definitions fixed_;            // locals that have one value in a cell
  std::map<std::string, bool> truths_; // of them, those that keep an answer
};

} // namespace

std::vector<StmtPtr> answered(const std::vector<StmtPtr> &body,
                              const std::function<std::optional<bool>(const Expr &comparison)> &answer) {
  return Answers(body, answer).statements(body);
}

} // namespace kasane
