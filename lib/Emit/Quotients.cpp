// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Quotients.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <set>

namespace kasane::emission {
namespace {

constexpr const char *kIsOdd = "ksn_is_odd";

bool isQuotient(const Expr &e) {
  const auto *b = std::get_if<Binary>(&e.node);
  return b && b->op == BinaryOp::Div && e.type == ScalarType::F64 && !std::holds_alternative<FloatLit>(b->right->node);
}

bool hasQuotients(const KBody &body) {
  bool found = false;
  walkExprs(body, [&](const Expr &e) { found |= isQuotient(e); });
  return found;
}

// May it be made again, all of it, once it has been made? Without loops, which would take as long again, and without what
// work-items have in common.
class Repeatable {
public:
  bool is(const KBody &body) {
    walk(body, [&](const KStmt &stmt) { note(stmt); });
    walkExprs(body, [&](const Expr &e) {
      match(
          e.node, [&](const Load &n) { loaded_.insert(n.buffer); }, [&](const ScalarRef &n) { read_.insert(n.name); }, [](const auto &) {});
    });
    return isStraight_ && std::ranges::none_of(stored_, [&](const std::string &buffer) { return loaded_.count(buffer) > 0; }) &&
           std::ranges::none_of(assigned_, [&](const std::string &name) { return read_.count(name) && !declared_.count(name); });
  }

private:
  void note(const KStmt &stmt) {
    match(
        stmt.node, [&](const KLet &n) { declared_.insert(n.name); }, [&](const KVar &n) { declared_.insert(n.name); },
        [&](const KAssign &n) { assigned_.insert(n.name); }, [&](const KStore &n) { stored_.insert(n.buffer); },
        [&](const KStoreRow &n) { stored_.insert(n.buffer); },
        [&](const KLoadRow &n) {
          loaded_.insert(n.buffer);
          assigned_.insert(n.names.begin(), n.names.end());
        },
        [](const KBlock &) {}, [](const KIf &) {}, [](const KComment &) {}, [&](const auto &) { isStraight_ = false; });
  }

  bool isStraight_ = true;
  std::set<std::string> declared_, assigned_, read_, stored_, loaded_;
};

ExprPtr quick(const ExprPtr &value) {
  return rewrite(value, [&](const Expr &e) -> ExprPtr {
    if (!isQuotient(e))
      return nullptr;
    const auto &b = std::get<Binary>(e.node);
    return makeExpr(e.type, Call{kQuickQuotient, {b.left, b.right, scalar(kIsOdd, ScalarType::Bool)}}, e.range);
  });
}

KStmtPtr within(const KStmtPtr &stmt) {
  return match(
      stmt->node,
      [](const CellLoop &n) {
        return makeKStmt(CellLoop{n.axis, n.var, n.lo, n.hi, withQuickQuotients(n.body), n.step, n.few});
      },
      [](const KFor &n) { return makeKStmt(KFor{n.var, n.lo, n.hi, n.step, withQuickQuotients(n.body)}); },
      [](const KBlock &n) { return makeKStmt(KBlock{withQuickQuotients(n.body)}); },
      [](const KIf &n) { return makeKStmt(KIf{n.condition, withQuickQuotients(n.thenBody), withQuickQuotients(n.elseBody)}); },
      [&](const auto &) { return stmt; });
}

} // namespace

KBody withQuickQuotients(const KBody &body) {
  if (!hasQuotients(body))
    return body;
  if (!Repeatable().is(body)) {
    KBody out;
    std::ranges::transform(body, std::back_inserter(out), within);
    return out;
  }
  return {makeKStmt(KVar{kIsOdd, ScalarType::Bool, makeExpr(ScalarType::Bool, IntLit{0})}), makeKStmt(KBlock{withValues(body, quick)}),
          makeKStmt(KIf{scalar(kIsOdd, ScalarType::Bool), body, {}})};
}

} // namespace kasane::emission
