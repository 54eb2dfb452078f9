// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BodyVariants.h"

#include "LocalNames.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <set>

namespace kasane::emission {
namespace {

ExprPtr foldedOf(const Expr &e, int variant) {
  const auto isTruth = [](const ExprPtr &x) { return isNumber(x, 0) || isNumber(x, 1); };
  return match(
      e.node, [&](const ScalarRef &n) { return n.name == kVariant ? intLit(variant, e.type) : nullptr; },
      [&](const Binary &n) -> ExprPtr {
        const auto *left = std::get_if<IntLit>(&n.left->node), *right = std::get_if<IntLit>(&n.right->node);
        const auto is = [](bool value) { return intLit(value, ScalarType::I32); };
        if (n.op == BinaryOp::LogicalAnd && isTruth(n.left))
          return isNumber(n.left, 0) ? n.left : n.right;
        if (n.op == BinaryOp::LogicalOr && isTruth(n.left))
          return isNumber(n.left, 1) ? n.left : n.right;
        if (!left || !right)
          return nullptr;
        if (n.op == BinaryOp::Eq)
          return is(left->value == right->value);
        if (n.op == BinaryOp::Ge)
          return is(left->value >= right->value);
        return n.op == BinaryOp::Le ? is(left->value <= right->value) : nullptr;
      },
      [&](const Select &n) -> ExprPtr {
        return isTruth(n.condition) ? (isNumber(n.condition, 1) ? n.whenTrue : n.whenFalse) : nullptr;
      },
      [](const auto &) { return ExprPtr(); });
}

ExprPtr foldedOf(const ExprPtr &expr, int variant) {
  return rewrite(expr, [&](const Expr &e) -> ExprPtr {
    if (const auto *load = std::get_if<Load>(&e.node))
      return makeExpr(e.type, Load{load->buffer, foldedOf(load->index, variant)}, e.range);
    return foldedOf(e, variant);
  });
}

// Of branches that are always taken, or never.
KBody withoutBranches(const KBody &body) {
  KBody out;
  const auto append = [&](const KBody &more) { out.insert(out.end(), more.begin(), more.end()); };
  for (const KStmtPtr &stmt : body)
    match(
        stmt->node, [&](const CellLoop &n) { out.push_back(withInside(headOf(stmt), withoutBranches(n.body), {})); },
        [&](const KFor &n) { out.push_back(withInside(headOf(stmt), withoutBranches(n.body), {})); },
        [&](const KBlock &n) { out.push_back(withInside(headOf(stmt), withoutBranches(n.body), {})); },
        [&](const KIf &n) {
          if (isNumber(n.condition, 1) || isNumber(n.condition, 0))
            append(withoutBranches(isNumber(n.condition, 1) ? n.thenBody : n.elseBody));
          else
            out.push_back(withInside(headOf(stmt), withoutBranches(n.thenBody), withoutBranches(n.elseBody)));
        },
        [&](const auto &) { out.push_back(stmt); });
  return out;
}

std::set<std::string> namesAskedFor(const KBody &body) {
  std::set<std::string> out;
  walkExprs(body, [&](const Expr &e) {
    if (const auto *ref = std::get_if<ScalarRef>(&e.node))
      out.insert(ref->name);
    if (const auto *load = std::get_if<Load>(&e.node))
      out.insert(load->buffer);
  });
  walk(body, [&](const KStmt &stmt) {
    match(
        stmt.node, [&](const KPick &n) { out.insert(n.of.begin(), n.of.end()); },
        [&](const KAssign &n) { out.insert(n.name); }, [&](const KStore &n) { out.insert(n.buffer); },
        [&](const KLoadRow &n) {
          out.insert(n.names.begin(), n.names.end());
          out.insert(n.buffer);
        },
        [&](const KStoreRow &n) { out.insert(n.buffer); },
        [&](const KLoadItems &n) { out.insert({n.array, n.buffer}); },
        [&](const KPrefetch &n) { out.insert(n.buffer); }, [&](const KBring &n) { out.insert({n.array, n.buffer}); },
        [](const auto &) {});
  });
  return out;
}

// `asked`: names that what follows asks for; then, those that all of it asks for.
KBody withFewer(const KBody &body, std::set<std::string> &asked) {
  KBody out;
  const auto inside = [&](const KBody &inner, const std::string &var = "") {
    std::set<std::string> names;
    KBody fewer = withFewer(inner, names);
    names.erase(var);
    asked.merge(names);
    return fewer;
  };
  for (size_t k = body.size(); k-- > 0;) {
    const KStmtPtr &stmt = body[k];
    if (std::holds_alternative<KComment>(stmt->node) || (isDefinition(*stmt) && !asked.erase(nameDefinedBy(*stmt))))
      continue;
    out.push_back(match(
        stmt->node, [&](const CellLoop &n) { return withInside(headOf(stmt), inside(n.body, n.var), {}); },
        [&](const KFor &n) { return withInside(headOf(stmt), inside(n.body, n.var), {}); },
        [&](const KBlock &n) { return withInside(headOf(stmt), inside(n.body), {}); },
        [&](const KIf &n) {
          KBody then = inside(n.thenBody);
          return withInside(headOf(stmt), std::move(then), inside(n.elseBody));
        },
        [&](const auto &) { return stmt; }));
    asked.merge(namesAskedFor({headOf(stmt)}));
  }
  return {out.rbegin(), out.rend()};
}

} // namespace

KBody variantOf(const KBody &body, int variant) {
  return withoutBranches(withValues(body, [&](const ExprPtr &e) { return foldedOf(e, variant); }));
}

KBody withoutUnused(const KBody &body) {
  std::set<std::string> asked;
  return withFewer(body, asked);
}

// A name that one scope defines twice; "": there is none.
std::string definedTwice(const KBody &body) {
  std::set<std::string> names;
  for (const KStmtPtr &stmt : body) {
    if (const std::string name = isDefinition(*stmt) ? nameDefinedBy(*stmt) : ""; !name.empty())
      if (!names.insert(name).second)
        return name;
    const std::string inside = match(
        stmt->node, [](const CellLoop &n) { return definedTwice(n.body); },
        [](const KFor &n) { return definedTwice(n.body); }, [](const KBlock &n) { return definedTwice(n.body); },
        [](const KIf &n) {
          const std::string then = definedTwice(n.thenBody);
          return then.empty() ? definedTwice(n.elseBody) : then;
        },
        [](const auto &) { return std::string(); });
    if (!inside.empty())
      return inside;
  }
  return "";
}

KStmtPtr headOf(const KStmtPtr &stmt) {
  return match(
      stmt->node,
      [&](CellLoop n) {
        n.body.clear();
        return makeKStmt(std::move(n));
      },
      [&](KFor n) {
        n.body.clear();
        return makeKStmt(std::move(n));
      },
      [&](const KBlock &) { return makeKStmt(KBlock{}); },
      [&](const KIf &n) { return makeKStmt(KIf{n.condition, {}, {}}); }, [&](const auto &) { return stmt; });
}

KStmtPtr withInside(const KStmtPtr &head, KBody inside, KBody otherwise) {
  return match(
      head->node,
      [&](CellLoop n) {
        n.body = std::move(inside);
        return makeKStmt(std::move(n));
      },
      [&](KFor n) {
        n.body = std::move(inside);
        return makeKStmt(std::move(n));
      },
      [&](const KBlock &) { return makeKStmt(KBlock{std::move(inside)}); },
      [&](const KIf &n) { return makeKStmt(KIf{n.condition, std::move(inside), std::move(otherwise)}); },
      [&](const auto &) { return head; });
}

bool isDefinition(const KStmt &stmt) {
  return std::holds_alternative<KLet>(stmt.node) || std::holds_alternative<KVar>(stmt.node) ||
         std::holds_alternative<KPick>(stmt.node) || std::holds_alternative<KItemArray>(stmt.node);
}

bool isNumber(const ExprPtr &e, int64_t value) {
  const auto *number = std::get_if<IntLit>(&e->node);
  return number && number->value == value;
}

} // namespace kasane::emission
