// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MergedBodies.h"

#include "BodyVariants.h"
#include "CText.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace kasane::emission {
namespace {

using Variants = std::set<int>;

// A statement of some variants. Those of one form differ in nothing.
struct Form {
  Variants variants;
  KStmtPtr stmt; // what is inside it is left out
  size_t text;   // of its text, the hash
};
struct Node {
  int id; // of what is in it
  Variants variants;
  std::vector<Form> forms;
  std::vector<Node> inside, otherwise;
};
using Nodes = std::vector<Node>;

// The expressions that may be chosen by the variant; all else of the two is compared as text.
std::vector<ExprPtr> choicesOf(const KStmt &stmt) {
  using Exprs = std::vector<ExprPtr>;
  return match(
      stmt.node, [](const CellLoop &n) { return Exprs{n.lo, n.hi}; }, [](const KFor &n) { return Exprs{n.lo, n.hi}; },
      [](const KLet &n) { return Exprs{n.value}; }, [](const KIf &n) { return Exprs{n.condition}; },
      [](const KVar &n) { return n.init ? Exprs{n.init} : Exprs(); }, [](const auto &) { return Exprs(); });
}

KStmtPtr withChoices(const KStmtPtr &stmt, const std::vector<ExprPtr> &with) {
  return match(
      stmt->node,
      [&](CellLoop n) {
        n.lo = with[0], n.hi = with[1];
        return makeKStmt(std::move(n));
      },
      [&](KFor n) {
        n.lo = with[0], n.hi = with[1];
        return makeKStmt(std::move(n));
      },
      [&](KLet n) {
        n.value = with[0];
        return makeKStmt(std::move(n));
      },
      [&](KVar n) {
        n.init = with[0];
        return makeKStmt(std::move(n));
      },
      [&](KIf n) {
        n.condition = with[0];
        return makeKStmt(std::move(n));
      },
      [&](const auto &) { return stmt; });
}

// ---- Which variants

// Null: all of them.
ExprPtr isOneOf(const Variants &variants, int count) {
  const ExprPtr at = scalar(kVariant, ScalarType::I32);
  const auto number = [](int n) { return intLit(n, ScalarType::I32); };
  ExprPtr any;
  for (auto from = variants.begin(); from != variants.end();) {
    auto last = from;
    while (std::next(last) != variants.end() && *std::next(last) == *last + 1)
      ++last;
    const bool isOpen = *last + 1 == count;
    if (*from == 0 && isOpen)
      return nullptr;
    ExprPtr is = *from == *last ? binary(BinaryOp::Eq, at, number(*from)) : nullptr;
    if (!is && *from > 0)
      is = binary(BinaryOp::Ge, at, number(*from));
    if (*from != *last && !isOpen) {
      const ExprPtr below = binary(BinaryOp::Le, at, number(*last));
      is = is ? binary(BinaryOp::LogicalAnd, is, below) : below;
    }
    any = any ? binary(BinaryOp::LogicalOr, any, is) : is;
    from = std::next(last);
  }
  return any;
}

// The value of each form for its variants. A truth value that is 0 for some needs no other choice.
ExprPtr chosenOf(const std::vector<std::pair<Variants, ExprPtr>> &values, int count, bool isTruth) {
  auto [of, out] = values.back();
  for (size_t k = values.size() - 1; k-- > 0;) {
    const auto &[variants, value] = values[k];
    if (isTruth && isNumber(out, 0))
      out = binary(BinaryOp::LogicalAnd, isOneOf(variants, count), value);
    else if (isTruth && isNumber(value, 0))
      out = binary(BinaryOp::LogicalAnd, isOneOf(of, count), out);
    else
      out = makeExpr(value->type, Select{isOneOf(variants, count), value, out});
    of.insert(variants.begin(), variants.end());
  }
  return out;
}

// ---- What bodies have in common

class Merger {
public:
  Merger(const Dialect &dialect, const Kernel &kernel) : d_(dialect), kernel_(kernel) {}

  Nodes nodesOf(const KBody &body, int variant) const {
    Nodes out;
    for (const KStmtPtr &stmt : body) {
      const KStmtPtr head = headOf(stmt);
      Node node{++last_, {variant}, {{{variant}, head, textOf(head)}}, {}, {}};
      match(
          stmt->node, [&](const CellLoop &n) { node.inside = nodesOf(n.body, variant); },
          [&](const KFor &n) { node.inside = nodesOf(n.body, variant); },
          [&](const KBlock &n) { node.inside = nodesOf(n.body, variant); },
          [&](const KIf &n) {
            node.inside = nodesOf(n.thenBody, variant);
            node.otherwise = nodesOf(n.elseBody, variant);
          },
          [](const auto &) {});
      out.push_back(std::move(node));
    }
    return out;
  }

  // What both have stands once; all else of both keeps its order.
  Nodes merged(const Nodes &before, const Nodes &more) const {
    const Table table = tableOf(before, more);
    Nodes out;
    size_t a = 0, b = 0;
    while (a < before.size() || b < more.size()) {
      const double both = a < before.size() && b < more.size() ? alike(before[a], more[b]) : 0;
      if (both > 0 && table[a][b] == both + table[a + 1][b + 1])
        out.push_back(mergedOf(before[a++], more[b++]));
      else if (b == more.size() || (a < before.size() && table[a + 1][b] >= table[a][b + 1]))
        out.push_back(before[a++]);
      else
        out.push_back(more[b++]);
    }
    return out;
  }

  // `of`: variants that come here.
  KBody bodyOf(const Nodes &nodes, const Variants &of, int count) const {
    KBody out;
    for (size_t k = 0; k < nodes.size();) {
      if (nodes[k].variants == of || isForAll(nodes[k])) {
        out.push_back(stmtOf(nodes[k++], of, count));
        continue;
      }
      std::vector<std::pair<Variants, KBody>> arms;
      Variants rest = of;
      while (k < nodes.size() && !isForAll(nodes[k]) && std::ranges::includes(rest, nodes[k].variants)) {
        const Variants &variants = nodes[k].variants;
        KBody same;
        for (const Variants which = variants; k < nodes.size() && nodes[k].variants == which && !isForAll(nodes[k]);)
          same.push_back(stmtOf(nodes[k++], which, count));
        arms.push_back({nodes[k - 1].variants, std::move(same)});
        for (const int one : arms.back().first)
          rest.erase(one);
      }
      if (arms.size() == 1 && std::ranges::all_of(arms.front().second, isComment))
        out.insert(out.end(), arms.front().second.begin(), arms.front().second.end());
      else
        out.push_back(choiceOf(std::move(arms), rest.empty(), count));
    }
    return out;
  }

private:
  static constexpr size_t kNeverText = 0;         // no other if is like it
  using Table = std::vector<std::vector<double>>; // how much is alike from here on

  static bool isForAll(const Node &node) { return isDefinition(*node.forms.front().stmt); }

  static bool isComment(const KStmtPtr &stmt) { return std::holds_alternative<KComment>(stmt->node); }

  // `isWhole`: the last of them is for all that are left.
  static KStmtPtr choiceOf(std::vector<std::pair<Variants, KBody>> arms, bool isWhole, int count) {
    KBody otherwise;
    if (isWhole && arms.size() > 1) {
      otherwise = std::move(arms.back().second);
      arms.pop_back();
    }
    for (; arms.size() > 1; arms.pop_back())
      otherwise = {makeKStmt(KIf{isOneOf(arms.back().first, count), std::move(arms.back().second), otherwise})};
    return makeKStmt(KIf{isOneOf(arms.front().first, count), std::move(arms.front().second), std::move(otherwise)});
  }

  // Bodies are compared with their kernels in the end: two texts of one hash do no harm.
  size_t textOf(const KStmtPtr &stmt) const { return std::hash<std::string>()(text(d_, KBody{stmt}, kernel_, "  ")); }

  Table tableOf(const Nodes &before, const Nodes &more) const {
    Table out(before.size() + 1, std::vector<double>(more.size() + 1, 0));
    for (size_t a = before.size(); a-- > 0;)
      for (size_t b = more.size(); b-- > 0;) {
        const double both = alike(before[a], more[b]);
        out[a][b] = std::max(out[a + 1][b], out[a][b + 1]);
        if (both > 0)
          out[a][b] = std::max(out[a][b], both + out[a + 1][b + 1]);
      }
    return out;
  }

  // An if without a condition for those variants that have none.
  Node asElse(const Node &node) const {
    static const KStmtPtr kNever = makeKStmt(KIf{intLit(0, ScalarType::I32), {}, {}});
    return {++last_, node.variants, {{node.variants, kNever, kNeverText}}, {}, {node}};
  }
  static bool isNever(const Form &form) { return form.text == kNeverText; }

  static bool isIf(const Node &node) { return std::holds_alternative<KIf>(node.forms.front().stmt->node); }

  // May they be the same but for what the variant chooses?
  static bool haveOneFrame(const KStmt &a, const KStmt &b) {
    if (a.node.index() != b.node.index())
      return false;
    return match(
        a.node,
        [&](const CellLoop &n) {
          const CellLoop &m = std::get<CellLoop>(b.node);
          return n.axis == m.axis && n.var == m.var && n.step == m.step;
        },
        [&](const KFor &n) {
          const KFor &m = std::get<KFor>(b.node);
          return n.var == m.var && n.step == m.step && n.isUnrolled == m.isUnrolled && n.staysLoop == m.staysLoop &&
                 n.type == m.type;
        },
        [&](const KLet &n) {
          const KLet &m = std::get<KLet>(b.node);
          return n.name == m.name && n.type == m.type && n.isPlace == m.isPlace && n.value->type == m.value->type;
        },
        [&](const KVar &n) {
          const KVar &m = std::get<KVar>(b.node);
          return n.name == m.name && n.type == m.type && n.init && m.init && n.init->type == m.init->type;
        },
        [](const KIf &) { return true; }, [](const KComment &) { return true; }, [](const auto &) { return false; });
  }

  // More than 0: it pays to have them as one. A line that both have counts 1.
  double alike(const Node &before, const Node &more) const {
    if (!holdsOthers(before) && !holdsOthers(more))
      return headsAlike(before, more);
    if (before.forms.front().stmt->node.index() != more.forms.front().stmt->node.index() && !isIf(before) &&
        !isIf(more))
      return 0;
    const uint64_t both = (static_cast<uint64_t>(before.id) << 32) | static_cast<uint64_t>(more.id);
    if (const auto known = alike_.find(both); known != alike_.end())
      return known->second;
    return alike_[both] = howAlike(before, more);
  }

  double howAlike(const Node &before, const Node &more) const {
    if (isIf(before) != isIf(more)) {
      const double within = isIf(before) ? inCommon(before.otherwise, {more}) : inCommon({before}, more.otherwise);
      return std::max(0.0, within - 0.5);
    }
    const double heads = headsAlike(before, more);
    if (heads == 0 || isDefinition(*more.forms.front().stmt) || !holdsOthers(more))
      return heads;
    const double within = inCommon(before.inside, more.inside) + inCommon(before.otherwise, more.otherwise);
    return within > 0 ? heads + within : 0;
  }

  static bool holdsOthers(const Node &node) {
    const KStmt &stmt = *node.forms.front().stmt;
    return std::holds_alternative<CellLoop>(stmt.node) || std::holds_alternative<KFor>(stmt.node) ||
           std::holds_alternative<KBlock>(stmt.node) || std::holds_alternative<KIf>(stmt.node);
  }

  double inCommon(const Nodes &before, const Nodes &more) const {
    return before.empty() || more.empty() ? 0 : tableOf(before, more)[0][0];
  }

  static double headsAlike(const Node &before, const Node &more) {
    const Form &one = more.forms.front();
    if (std::ranges::any_of(before.forms, [&](const Form &form) { return form.text == one.text; }))
      return 1;
    return haveOneFrame(*before.forms.front().stmt, *one.stmt) ? 0.4 : 0;
  }

  Node mergedOf(const Node &before, const Node &more) const {
    if (isIf(before) != isIf(more))
      return isIf(before) ? mergedOf(before, asElse(more)) : mergedOf(asElse(before), more);
    Node out = before;
    out.id = ++last_;
    out.variants.insert(more.variants.begin(), more.variants.end());
    for (const Form &one : more.forms) {
      const auto same = std::ranges::find(out.forms, one.text, &Form::text);
      if (same != out.forms.end())
        same->variants.insert(one.variants.begin(), one.variants.end());
      else
        out.forms.push_back(one);
    }
    out.inside = merged(before.inside, more.inside);
    out.otherwise = merged(before.otherwise, more.otherwise);
    return out;
  }

  KStmtPtr stmtOf(const Node &node, const Variants &of, int count) const {
    std::vector<ExprPtr> values;
    const KStmtPtr &first = node.forms.front().stmt;
    for (size_t c = 0; c < choicesOf(*first).size(); ++c) {
      std::vector<std::pair<Variants, ExprPtr>> each;
      for (const Form &form : node.forms) {
        const ExprPtr value = choicesOf(*form.stmt)[c];
        const auto same =
            std::ranges::find_if(each, [&](const auto &known) { return text(d_, known.second) == text(d_, value); });
        if (same != each.end())
          same->first.insert(form.variants.begin(), form.variants.end());
        else
          each.push_back({form.variants, value});
      }
      values.push_back(chosenOf(each, count, std::holds_alternative<KIf>(first->node)));
    }
    KStmtPtr head = values.empty() ? first : withChoices(first, values);
    Variants inside;
    for (const Form &form : node.forms)
      if (!isNever(form))
        inside.insert(form.variants.begin(), form.variants.end());
    return withInside(node.variants == of ? head : inAll(head, isOneOf(node.variants, count)),
                      bodyOf(node.inside, inside, count), bodyOf(node.otherwise, node.variants, count));
  }

  // A name is there for all variants. `is`: its value is for some of them.
  static KStmtPtr inAll(const KStmtPtr &stmt, const ExprPtr &is) {
    const auto chosen = [&](const ExprPtr &value) {
      return makeExpr(value->type, Select{is, value, zeroOf(value->type)});
    };
    return match(
        stmt->node,
        [&](const KLet &n) {
          return isPlain(n.value) ? stmt : makeKStmt(KLet{n.name, n.type, chosen(n.value), n.isPlace});
        },
        [&](const KVar &n) {
          return !n.init || isPlain(n.init) ? stmt : makeKStmt(KVar{n.name, n.type, chosen(n.init)});
        },
        [&](const auto &) { return stmt; });
  }

  // Nothing happens where it is made and nobody asks for it.
  static bool isPlain(const ExprPtr &value) {
    bool isPlain = true;
    walk(value, [&](const Expr &e) {
      const auto *op = std::get_if<Binary>(&e.node);
      isPlain &= !std::holds_alternative<Load>(e.node) && !(op && (op->op == BinaryOp::Div || op->op == BinaryOp::Rem));
    });
    return isPlain;
  }

  const Dialect &d_;
  const Kernel &kernel_;
  mutable int last_ = 0;
  mutable std::unordered_map<uint64_t, double> alike_;
};

} // namespace

KBody mergedBodies(const Dialect &dialect, const Kernel &kernel, const std::vector<KBody> &bodies) {
  const Merger merger(dialect, kernel);
  Nodes nodes;
  Variants all;
  for (const KBody &body : bodies) {
    const int variant = static_cast<int>(all.size());
    const Nodes more = merger.nodesOf(body, variant);
    nodes = all.empty() ? more : merger.merged(nodes, more);
    all.insert(variant);
  }
  return merger.bodyOf(nodes, all, static_cast<int>(all.size()));
}

} // namespace kasane::emission
