// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Comparisons.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasane::emission {
namespace {

// difference >= 0, or difference == 0 or != 0, as of whole numbers; of two values and not of one and a number.
struct Relation {
  Poly difference;
  bool isEquality;
};

bool isComparison(BinaryOp op) { return op >= BinaryOp::Lt && op <= BinaryOp::Ne; }

bool isOneOf(const Poly &poly, int64_t a, int64_t b) {
  return poly.constant() && (*poly.constant() == a || *poly.constant() == b);
}

// A compiler may write a + 1 > b for a >= b, so that neighbouring numbers are the same two values.
bool meet(const Relation &a, const Relation &b) {
  if (a.isEquality && b.isEquality)
    return false;
  if (a.isEquality || b.isEquality) {
    const Poly &equal = (a.isEquality ? a : b).difference, &ordered = (a.isEquality ? b : a).difference;
    return isOneOf(ordered - equal, 0, -1) || isOneOf(ordered + equal, 0, -1);
  }
  // a >= b and a <= b, a > b and a < b; with -1 one is the other's opposite.
  return isOneOf(a.difference + b.difference, 0, -2);
}

class Finder {
public:
  void read(const KBody &body) {
    for (const KStmtPtr &stmt : body)
      match(
          stmt->node, [&](const CellLoop &n) { readLoop(n); }, [&](const KFor &n) { read(n.body); },
          [&](const KBlock &n) { read(n.body); }, [](const Barrier &) {},
          [&](const KLet &n) { define(n.name, n.value); }, [&](const KVar &n) { define(n.name, n.init); },
          [&](const KPick &n) { note(n.which); }, [](const KItemArray &) {},
          [&](const KAssign &n) {
            note(n.value);
            forget(n.name);
          },
          [&](const KStore &n) {
            note(n.index);
            note(n.value);
          },
          [&](const KLoadRow &n) { note(n.index); },
          [&](const KStoreRow &n) {
            note(n.index);
            for (const ExprPtr &value : n.values)
              note(value);
          },
          [&](const KLoadItems &n) {
            note(n.at);
            note(n.index);
          },
          [&](const KBring &n) {
            note(n.at);
            note(n.index);
          },
          [](const KBatch &) {}, [](const KArrive &) {}, [](const KPrefetch &) {},
          [&](const KIf &n) {
            note(n.condition);
            read(n.thenBody);
            read(n.elseBody);
          },
          [](const KComment &) {});
  }

  bool found() const {
    for (auto a = relations_.begin(); a != relations_.end(); ++a)
      if (std::any_of(a + 1, relations_.end(), [&](const Relation &b) { return meet(*a, b); }))
        return true;
    return false;
  }

private:
  void readLoop(const CellLoop &n) {
    forget(n.var);
    if (n.axis == 0)
      varying_.insert(n.var);
    read(n.body);
  }

  void define(const std::string &name, const ExprPtr &value) {
    forget(name);
    if (!value)
      return;
    note(value);
    if (varies(value))
      varying_.insert(name);
    else
      values_[name] = valueOf(value);
  }

  // What a variable holds that is assigned to depends on more than can be seen here:
  // it is a value of its own, for all cells.
  void forget(const std::string &name) {
    varying_.erase(name);
    values_.erase(name);
  }

  bool varies(const ExprPtr &expr) const {
    bool found = false;
    walk(expr, [&](const Expr &e) {
      const auto *ref = std::get_if<ScalarRef>(&e.node);
      found |= ref && varying_.count(ref->name);
    });
    return found;
  }

  void note(const ExprPtr &expr) {
    walk(expr, [&](const Expr &e) {
      const auto *n = std::get_if<Binary>(&e.node);
      if (!n || !isComparison(n->op) || varies(n->left) || varies(n->right))
        return;
      bool isEquality = n->op == BinaryOp::Eq || n->op == BinaryOp::Ne,
           isLess = n->op == BinaryOp::Lt || n->op == BinaryOp::Le;
      bool isStrict = n->op == BinaryOp::Lt || n->op == BinaryOp::Gt;
      Poly left = valueOf(n->left), right = valueOf(n->right);
      Poly difference = (isLess ? right - left : left - right) - Poly(isStrict ? 1 : 0);
      if (difference.symbols().size() > 1)
        relations_.push_back({difference, isEquality});
    });
  }

  // Conversions don't count; what is no sum is a value of its own.
  Poly valueOf(const ExprPtr &expr) const {
    auto itself = [&] { return Poly::symbol(print(expr)); };
    return match(
        expr->node, [&](const IntLit &n) { return Poly(n.value); },
        [&](const ScalarRef &n) {
          auto it = values_.find(n.name);
          return it == values_.end() ? Poly::symbol(n.name) : it->second;
        },
        [&](const Cast &n) { return valueOf(n.operand); },
        [&](const Unary &n) { return n.op == UnaryOp::Negate ? Poly(0) - valueOf(n.operand) : itself(); },
        [&](const Binary &n) {
          if (n.op != BinaryOp::Add && n.op != BinaryOp::Sub)
            return itself();
          Poly left = valueOf(n.left), right = valueOf(n.right);
          return n.op == BinaryOp::Add ? left + right : left - right;
        },
        [&](const auto &) { return itself(); });
  }

  std::set<std::string> varying_; // along a row
  std::map<std::string, Poly> values_;
  std::vector<Relation> relations_;
};

} // namespace

bool comparesTwice(const Kernel &kernel) {
  Finder finder;
  finder.read(kernel.body);
  return finder.found();
}

} // namespace kasane::emission
