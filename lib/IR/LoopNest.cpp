// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/LoopNest.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
int64_t KWindow::reaches() const {
  int64_t most = 0;
  for (const KReach &one : reach)
    most = std::max({most, one.back, one.ahead});
  return most;
}

KStmtPtr makeKStmt(decltype(KStmt::node) node) { return std::make_shared<const KStmt>(KStmt{std::move(node)}); }

ExprPtr elementAt(std::vector<ExprPtr> places) {
  return places.size() == 1 ? places.front() : makeExpr(ScalarType::I64, Call{kElementAt, std::move(places)});
}

const Call *asElementAt(const ExprPtr &index) {
  const auto *call = std::get_if<Call>(&index->node);
  return call && call->callee == kElementAt ? call : nullptr;
}

ExprPtr nextElement(const ExprPtr &index, int64_t elements) {
  const Call *at = asElementAt(index);
  if (!at)
    return add(index, intLit(elements));
  std::vector<ExprPtr> places = at->args;
  places.back() = add(places.back(), intLit(elements));
  return elementAt(std::move(places));
}

void walk(const KBody &body, const std::function<void(const KStmt &)> &visit) {
  for (const KStmtPtr &stmt : body) {
    visit(*stmt);
    match(
        stmt->node, [&](const CellLoop &n) { walk(n.body, visit); }, [&](const KFor &n) { walk(n.body, visit); },
        [&](const KBlock &n) { walk(n.body, visit); },
        [&](const KIf &n) {
          walk(n.thenBody, visit);
          walk(n.elseBody, visit);
        },
        [](const auto &) {});
  }
}

void walkExprs(const KBody &body, const std::function<void(const Expr &)> &visit) {
  for (const KStmtPtr &stmt : body)
    match(
        stmt->node,
        [&](const CellLoop &n) {
          walk(n.lo, visit);
          walk(n.hi, visit);
          walkExprs(n.body, visit);
        },
        [&](const KFor &n) {
          walk(n.lo, visit);
          walk(n.hi, visit);
          walkExprs(n.body, visit);
        },
        [&](const KBlock &n) { walkExprs(n.body, visit); }, [](const Barrier &) {},
        [&](const KLet &n) { walk(n.value, visit); }, [&](const KVar &n) { walk(n.init, visit); },
        [](const KItemArray &) {}, [&](const KPick &n) { walk(n.which, visit); },
        [&](const KAssign &n) { walk(n.value, visit); },
        [&](const KStore &n) {
          walk(n.index, visit);
          walk(n.value, visit);
        },
        [&](const KLoadRow &n) { walk(n.index, visit); },
        [&](const KStoreRow &n) {
          walk(n.index, visit);
          for (const ExprPtr &value : n.values)
            walk(value, visit);
        },
        [&](const KLoadItems &n) {
          walk(n.at, visit);
          walk(n.index, visit);
        },
        [&](const KBring &n) {
          walk(n.at, visit);
          walk(n.index, visit);
        },
        [](const KBatch &) {}, [](const KArrive &) {}, [&](const KPrefetch &n) { walk(n.index, visit); },
        [&](const KIf &n) {
          walk(n.condition, visit);
          walkExprs(n.thenBody, visit);
          walkExprs(n.elseBody, visit);
        },
        [](const KComment &) {});
}

// `at`: of what stands as an index in a statement, not in an expression.
static KBody mapped(const KBody &body, const std::function<ExprPtr(const ExprPtr &)> &expr,
                    const std::function<ExprPtr(const std::string &, const ExprPtr &)> &at) {
  auto in = [&](const KBody &inner) { return mapped(inner, expr, at); };
  KBody out;
  for (const KStmtPtr &stmt : body)
    out.push_back(match(
        stmt->node,
        [&](const CellLoop &n) {
          return makeKStmt(CellLoop{n.axis, n.var, expr(n.lo), expr(n.hi), in(n.body), n.step, n.few,
                                    n.wanted ? expr(n.wanted) : nullptr});
        },
        [&](const KFor &n) {
          return makeKStmt(KFor{n.var, expr(n.lo), expr(n.hi), n.step, in(n.body), n.isUnrolled, n.type, n.staysLoop});
        },
        [&](const KBlock &n) { return makeKStmt(KBlock{in(n.body)}); }, [&](const Barrier &) { return stmt; },
        [&](const KLet &n) { return makeKStmt(KLet{n.name, n.type, expr(n.value), n.isPlace}); },
        [&](const KVar &n) { return makeKStmt(KVar{n.name, n.type, n.init ? expr(n.init) : n.init}); },
        [&](const KItemArray &) { return stmt; },
        [&](const KPick &n) { return makeKStmt(KPick{n.name, n.type, n.of, expr(n.which), n.written}); },
        [&](const KAssign &n) { return makeKStmt(KAssign{n.name, expr(n.value)}); },
        [&](const KStore &n) { return makeKStmt(KStore{n.buffer, at(n.buffer, n.index), expr(n.value)}); },
        [&](const KLoadRow &n) { return makeKStmt(KLoadRow{n.names, n.type, n.buffer, at(n.buffer, n.index)}); },
        [&](const KStoreRow &n) {
          std::vector<ExprPtr> values;
          for (const ExprPtr &value : n.values)
            values.push_back(expr(value));
          return makeKStmt(KStoreRow{n.buffer, at(n.buffer, n.index), std::move(values)});
        },
        [&](const KLoadItems &n) {
          return makeKStmt(KLoadItems{n.array, at(n.array, n.at), n.elements, n.type, n.buffer, at(n.buffer, n.index)});
        },
        [&](const KBring &n) {
          return makeKStmt(KBring{n.array, at(n.array, n.at), n.type, n.buffer, at(n.buffer, n.index), n.elements});
        },
        [&](const KBatch &) { return stmt; }, [&](const KArrive &) { return stmt; },
        [&](const KPrefetch &n) { return makeKStmt(KPrefetch{n.buffer, at(n.buffer, n.index)}); },
        [&](const KIf &n) { return makeKStmt(KIf{expr(n.condition), in(n.thenBody), in(n.elseBody)}); },
        [&](const KComment &) { return stmt; }));
  return out;
}

KBody withValues(const KBody &body, const std::function<ExprPtr(const ExprPtr &)> &valueOf) {
  return mapped(body, valueOf, [&](const std::string &, const ExprPtr &index) { return valueOf(index); });
}

KBody withIndices(const KBody &body, const std::function<ExprPtr(const std::string &, const ExprPtr &)> &indexOf) {
  std::function<ExprPtr(const ExprPtr &)> expr;
  auto at = [&](const std::string &buffer, const ExprPtr &e) {
    const ExprPtr index = expr(e), other = indexOf(buffer, index);
    return other ? other : index;
  };
  expr = [&](const ExprPtr &e) -> ExprPtr {
    return rewrite(e, [&](const Expr &leaf) -> ExprPtr {
      const auto *load = std::get_if<Load>(&leaf.node);
      if (!load)
        return nullptr;
      return makeExpr(leaf.type, Load{load->buffer, at(load->buffer, load->index)}, leaf.range);
    });
  };
  return mapped(body, expr, at);
}

} // namespace kasane
