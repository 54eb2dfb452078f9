// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Quotients.h"

#include "kasane/IR/Literals.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <set>

namespace kasane::emission {
namespace {

constexpr const char *kIsOdd = "ksn_is_odd";

bool isQuotient(const Expr &e) {
  const auto *b = std::get_if<Binary>(&e.node);
  return b && b->op == BinaryOp::Div && e.type == ScalarType::F64 && !numberIn(b->right);
}

bool hasQuotients(const KBody &body) {
  bool found = false;
  walkExprs(body, [&](const Expr &e) { found |= isQuotient(e); });
  return found;
}

// May it be made again, all of it, once it has been made, by whatever quotients? Without loops, which would take as
// long again, and without what work-items have in common. Only the second time are quotients sure, so where a store
// goes to, whether there is one, and where a load looks, must not depend on them.
class Repeatable {
public:
  explicit Repeatable(const std::set<std::string> &itemArrays) : itemArrays_(itemArrays) {}

  bool is(const KBody &body) {
    read(body, /*isSure=*/true);
    return isRepeatable_ &&
           std::ranges::none_of(stored_, [&](const std::string &place) { return loaded_.count(place) > 0; }) &&
           std::ranges::none_of(assigned_, [&](const std::string &name) { return read_.count(name) > 0; });
  }

private:
  // `isSure`: these statements run, or don't, whatever the quotients are.
  void read(const KBody &body, bool isSure) {
    for (const KStmtPtr &stmt : body)
      match(
          stmt->node, [&](const KLet &n) { declare(n.name, n.value); }, [&](const KVar &n) { declare(n.name, n.init); },
          [&](const KAssign &n) { assign(n.name, isSure, dependsOnQuotient(n.value) || !isSure); },
          [&](const KStore &n) {
            look(n.value);
            store(n.buffer, n.index, isSure);
          },
          [&](const KStoreRow &n) {
            std::ranges::for_each(n.values, [&](const ExprPtr &value) { look(value); });
            store(n.buffer, n.index, isSure);
          },
          [&](const KLoadRow &n) {
            load(n.buffer, n.index);
            for (const std::string &name : n.names)
              assign(name, isSure, !isSure);
          },
          [&](const KLoadItems &n) {
            load(n.buffer, n.index);
            for (int64_t k = 0; k < n.elements; ++k)
              store(n.array, nextElement(n.at, k), isSure);
          },
          [&](const KBlock &n) { read(n.body, isSure); },
          [&](const KIf &n) {
            const bool isSureWithin = isSure && !dependsOnQuotient(n.condition);
            read(n.thenBody, isSureWithin);
            read(n.elseBody, isSureWithin);
          },
          [](const KComment &) {}, [&](const auto &) { isRepeatable_ = false; });
  }

  void declare(const std::string &name, const ExprPtr &value) {
    declared_.insert(name);
    if (value && dependsOnQuotient(value))
      unsure_.insert(name);
  }

  void assign(const std::string &name, bool isSure, bool isUnsure) {
    if (isUnsure)
      unsure_.insert(name);
    if (name.empty() || declared_.count(name))
      return;
    assigned_.insert(name);
    isRepeatable_ &= isSure;
  }

  // Elements of a work-item's array are told apart as variables are: one place is always written in the same way.
  std::string placeOf(const std::string &buffer, const ExprPtr &index) const {
    return itemArrays_.count(buffer) ? buffer + "[" + print(index) + "]" : buffer;
  }

  void store(const std::string &buffer, const ExprPtr &index, bool isSure) {
    stored_.insert(placeOf(buffer, index));
    isRepeatable_ &= isSure && !dependsOnQuotient(index);
  }

  void load(const std::string &buffer, const ExprPtr &index) {
    loaded_.insert(placeOf(buffer, index));
    isRepeatable_ &= !dependsOnQuotient(index);
  }

  void look(const ExprPtr &value) { dependsOnQuotient(value); }

  bool dependsOnQuotient(const ExprPtr &value) {
    bool depends = false;
    walk(value, [&](const Expr &e) {
      depends |= isQuotient(e);
      match(
          e.node, [&](const Load &n) { load(n.buffer, n.index); },
          [&](const ScalarRef &n) {
            depends |= unsure_.count(n.name) > 0;
            if (!declared_.count(n.name))
              read_.insert(n.name);
          },
          [](const auto &) {});
    });
    return depends;
  }

  const std::set<std::string> &itemArrays_;
  bool isRepeatable_ = true;
  // `loaded_`: of those read, what comes from outside.
  std::set<std::string> declared_, unsure_, assigned_, read_, stored_, loaded_;
};

ExprPtr quick(const ExprPtr &value) {
  return rewrite(value, [&](const Expr &e) -> ExprPtr {
    if (!isQuotient(e))
      return nullptr;
    const auto &b = std::get<Binary>(e.node);
    return makeExpr(e.type, Call{kQuickQuotient, {b.left, b.right, scalar(kIsOdd, ScalarType::Bool)}}, e.range);
  });
}

KBody quickWithin(const KBody &body, const std::set<std::string> &itemArrays);

KStmtPtr within(const KStmtPtr &stmt, const std::set<std::string> &itemArrays) {
  auto in = [&](const KBody &body) { return quickWithin(body, itemArrays); };
  return match(
      stmt->node,
      [&](const CellLoop &n) {
        return makeKStmt(CellLoop{n.axis, n.var, n.lo, n.hi, in(n.body), n.step, n.few, n.wanted});
      },
      [&](const KFor &n) {
        return makeKStmt(KFor{n.var, n.lo, n.hi, n.step, in(n.body), n.isUnrolled, n.type, n.staysLoop});
      },
      [&](const KBlock &n) { return makeKStmt(KBlock{in(n.body)}); },
      [&](const KIf &n) { return makeKStmt(KIf{n.condition, in(n.thenBody), in(n.elseBody)}); },
      [&](const auto &) { return stmt; });
}

KBody quickWithin(const KBody &body, const std::set<std::string> &itemArrays) {
  if (!hasQuotients(body))
    return body;
  if (!Repeatable(itemArrays).is(body)) {
    KBody out;
    for (const KStmtPtr &stmt : body)
      out.push_back(within(stmt, itemArrays));
    return out;
  }
  return {makeKStmt(KVar{kIsOdd, ScalarType::Bool, makeExpr(ScalarType::Bool, IntLit{0})}),
          makeKStmt(KBlock{withValues(body, quick)}), makeKStmt(KIf{scalar(kIsOdd, ScalarType::Bool), body, {}})};
}

} // namespace

KBody withQuickQuotients(const KBody &body) {
  std::set<std::string> itemArrays;
  walk(body, [&](const KStmt &stmt) {
    if (const auto *array = std::get_if<KItemArray>(&stmt.node))
      itemArrays.insert(array->name);
  });
  return quickWithin(body, itemArrays);
}

} // namespace kasane::emission
