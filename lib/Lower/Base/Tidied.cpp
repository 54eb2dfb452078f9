// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Base/Tidied.h"

#include "kasane/IR/Literals.h"
#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

const KBlock *blockOf(const KStmtPtr &stmt) { return std::get_if<KBlock>(&stmt->node); }

// Of a loop or a branch, which ends names as a block does.
KBody insideOf(const KBody &body) {
  KBody out = tidied(body);
  return out.size() == 1 && blockOf(out.front()) ? blockOf(out.front())->body : out;
}

bool loads(const ExprPtr &value) {
  bool any = false;
  walk(value, [&](const Expr &e) { any |= std::holds_alternative<Load>(e.node); });
  return any;
}

// An if with nothing but another one in it is one that asks both. (Where the inner one loads, the outer one may say
// that the element is there.)
KStmtPtr ifOf(const ExprPtr &condition, KBody thenBody, KBody elseBody) {
  const KIf *inner = thenBody.size() == 1 && elseBody.empty() ? std::get_if<KIf>(&thenBody.front()->node) : nullptr;
  if (inner && inner->elseBody.empty() && !loads(inner->condition))
    return makeKStmt(KIf{both(condition, inner->condition), inner->thenBody, {}});
  return makeKStmt(KIf{condition, std::move(thenBody), std::move(elseBody)});
}

KStmtPtr within(const KStmtPtr &stmt) {
  return match(
      stmt->node,
      [](const CellLoop &n) {
        return makeKStmt(CellLoop{n.axis, n.var, n.lo, n.hi, insideOf(n.body), n.step, n.few, n.wanted});
      },
      [](const KFor &n) {
        return makeKStmt(KFor{n.var, n.lo, n.hi, n.step, insideOf(n.body), n.isUnrolled, n.type, n.staysLoop});
      },
      [](const KBlock &n) { return makeKStmt(KBlock{insideOf(n.body)}); },
      [](const KIf &n) { return ifOf(n.condition, insideOf(n.thenBody), insideOf(n.elseBody)); },
      [&](const auto &) { return stmt; });
}

// Is the condition behind the statements what it was before them?
bool isKept(const ExprPtr &condition, const KBody &body) {
  NameSet assigned;
  walk(body, [&](const KStmt &stmt) {
    if (const auto *assign = std::get_if<KAssign>(&stmt.node))
      assigned.insert(assign->name);
    if (const auto *row = std::get_if<KLoadRow>(&stmt.node))
      assigned.insert(row->names.begin(), row->names.end());
  });
  bool isKept = !loads(condition);
  walk(condition, [&](const Expr &e) {
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    isKept &= !(ref && assigned.count(ref->name));
  });
  return isKept;
}

// Null: they aren't one.
KStmtPtr joined(const KStmtPtr &first, const KStmtPtr &second) {
  const auto *a = std::get_if<KIf>(&first->node), *b = std::get_if<KIf>(&second->node);
  if (!a || !b || print(a->condition) != print(b->condition) || !isKept(a->condition, a->thenBody) ||
      !isKept(a->condition, a->elseBody))
    return nullptr;
  for (const KIf *each : {a, b})
    if (std::ranges::any_of(each->thenBody, defines) || std::ranges::any_of(each->elseBody, defines))
      return nullptr;
  KBody thenBody = a->thenBody, elseBody = a->elseBody;
  append(thenBody, b->thenBody);
  append(elseBody, b->elseBody);
  return within(makeKStmt(KIf{a->condition, std::move(thenBody), std::move(elseBody)}));
}

} // namespace

bool defines(const KStmtPtr &stmt) {
  return match(
      stmt->node, [](const KLet &) { return true; }, [](const KVar &) { return true; },
      [](const KPick &) { return true; }, [](const KItemArray &) { return true; }, [](const auto &) { return false; });
}

bool hasQuotients(const KBody &body) {
  bool any = false;
  walkExprs(body, [&](const Expr &e) {
    const auto *n = std::get_if<Binary>(&e.node);
    any |= n && n->op == BinaryOp::Div && e.type == ScalarType::F64 && !numberIn(n->right);
  });
  return any;
}

KBody tidied(const KBody &body) {
  KBody out;
  auto add = [&](const KStmtPtr &stmt) {
    if (KStmtPtr both = out.empty() ? nullptr : joined(out.back(), stmt))
      out.back() = std::move(both);
    else
      out.push_back(stmt);
  };
  for (const KStmtPtr &each : body) {
    const KStmtPtr stmt = within(each);
    const KBlock *block = blockOf(stmt);
    if (!block || std::ranges::any_of(block->body, defines) || hasQuotients(block->body))
      add(stmt);
    else
      std::ranges::for_each(block->body, add);
  }
  return out;
}

} // namespace kasane::lowering
