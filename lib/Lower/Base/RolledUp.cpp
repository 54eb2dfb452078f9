// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Base/RolledUp.h"

#include "Base/Repeats.h"
#include "Base/Tidied.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

constexpr int64_t kWorthIt = 3; // lines that a loop saves at least

bool isDigit(char c) { return c >= '0' && c <= '9'; }

class RollingUp {
public:
  explicit RollingUp(Names &names) : names_(names) {}

  KBody roll(const KBody &body, size_t depth) {
    const std::vector<Piece> pieces = pieces_.of(body);
    return roll(pieces, 0, pieces.size(), depth);
  }

private:
  KBody roll(const std::vector<Piece> &pieces, size_t from, size_t end, size_t depth) {
    const Repeat best = bestOf(pieces, from, end);
    KBody out;
    if (best.saves < kWorthIt) {
      for (size_t k = from; k < end; ++k)
        out.push_back(within(pieces[k].stmt, depth));
      return out;
    }
    append(out, roll(pieces, from, best.first, depth));
    out.push_back(loopOf(pieces, best, depth));
    append(out, roll(pieces, best.end(), end, depth));
    return out;
  }

  KStmtPtr within(const KStmtPtr &stmt, size_t depth) {
    auto in = [&](const KBody &body) { return roll(body, depth); };
    return match(
        stmt->node,
        [&](const KFor &n) {
          return makeKStmt(KFor{n.var, n.lo, n.hi, n.step, in(n.body), n.isUnrolled, n.type, n.staysLoop});
        },
        [&](const KBlock &n) { return hasQuotients(n.body) ? stmt : makeKStmt(KBlock{in(n.body)}); },
        [&](const KIf &n) { return makeKStmt(KIf{n.condition, in(n.thenBody), in(n.elseBody)}); },
        [&](const auto &) { return stmt; });
  }

  KStmtPtr loopOf(const std::vector<Piece> &pieces, const Repeat &of, size_t depth) {
    const std::string var = variable(depth);
    auto turnedFrom = [&](size_t from, size_t end) {
      KBody body;
      for (size_t k = from; k < end; ++k)
        append(body, turned(pieces, of, k, var));
      return roll(body, depth + 1);
    };
    if (of.isWhole())
      return loop(var, of.times, turnedFrom(0, of.period));
    KBody body = turnedFrom(0, of.head);
    const ExprPtr isEarlier = binary(BinaryOp::Lt, scalar(var), intLit(static_cast<int64_t>(of.times)));
    body.push_back(makeKStmt(KIf{isEarlier, turnedFrom(of.head, of.period - of.tail), {}}));
    append(body, turnedFrom(of.period - of.tail, of.period));
    return loop(var, of.times + 1, std::move(body));
  }

  static KStmtPtr loop(const std::string &var, size_t rounds, KBody body) {
    return makeKStmt(
        KFor{var, intLit(0), intLit(static_cast<int64_t>(rounds)), 1, std::move(body), /*isUnrolled=*/true});
  }

  // Loops beside each other have the same variable.
  const std::string &variable(size_t depth) {
    while (variables_.size() <= depth)
      variables_.push_back(names_.fresh(variables_.empty() ? "each" : "each_of_" + std::to_string(variables_.size())));
    return variables_[depth];
  }

  // Over the loop's variable.
  static KBody turned(const std::vector<Piece> &pieces, const Repeat &of, size_t k, const std::string &var) {
    const Piece *const first = &pieces[of.first + k];
    const size_t rounds = of.rounds(k);
    if (rounds == 1)
      return {first->stmt};
    const Piece &second = pieces[of.at(k, 1)], &third = pieces[of.at(k, std::min<size_t>(rounds - 1, 2))];
    size_t number = 0;
    const KBody body = withValues({first->stmt}, [&](const ExprPtr &value) {
      return withLiterals(value, [&](const ExprPtr &literal) {
        if (!mayVary(*literal))
          return literal;
        const size_t n = number++;
        return numberAt(changeOf(first->numbers[n], second.numbers[n], third.numbers[n]), var, literal);
      });
    });
    std::vector<std::string> texts;
    walk({pieces[of.at(k, rounds - 1)].stmt}, [&](const KStmt &stmt) {
      if (const auto *comment = std::get_if<KComment>(&stmt.node))
        texts.push_back(comment->text);
    });
    size_t comment = 0;
    return withComments(body, texts, comment);
  }

  static ExprPtr numberAt(const Change &change, const std::string &var, const ExprPtr &literal) {
    if (change.step == 0)
      return literal;
    const ScalarType type = literal->type;
    const int64_t first = std::get<IntLit>(literal->node).value;
    const ExprPtr each = type == ScalarType::I64 ? scalar(var) : makeExpr(type, Cast{scalar(var)});
    if (change.doubles)
      return makeExpr(type, Binary{BinaryOp::Shl, literal, each}, literal->range);
    const int64_t size = std::abs(change.step);
    const ExprPtr part = size == 1 ? each : binary(BinaryOp::Mul, intLit(size, type), each);
    if (change.step > 0 && first <= 0)
      return first == 0 ? part : binary(BinaryOp::Sub, part, intLit(-first, type));
    return binary(change.step > 0 ? BinaryOp::Add : BinaryOp::Sub, literal, part);
  }

  // "step 1 of 6" where the last one's is "step 6 of 6":     "step 1 to 6 of 6"
  static std::string spanned(const std::string &first, const std::string &last) {
    std::string out;
    for (size_t a = 0, b = 0; a < first.size();) {
      if (!isDigit(first[a])) {
        out += first[a++];
        ++b;
        continue;
      }
      auto numberFrom = [](const std::string &text, size_t &at) {
        std::string number;
        while (at < text.size() && isDigit(text[at]))
          number += text[at++];
        return number;
      };
      const std::string from = numberFrom(first, a), to = numberFrom(last, b);
      out += from == to ? from : from + " to " + to;
    }
    return out;
  }

  static KBody withComments(const KBody &body, const std::vector<std::string> &last, size_t &next) {
    auto in = [&](const KBody &inner) { return withComments(inner, last, next); };
    KBody out;
    for (const KStmtPtr &stmt : body)
      out.push_back(match(
          stmt->node,
          [&](const KFor &n) {
            return makeKStmt(KFor{n.var, n.lo, n.hi, n.step, in(n.body), n.isUnrolled, n.type, n.staysLoop});
          },
          [&](const KBlock &n) { return makeKStmt(KBlock{in(n.body)}); },
          [&](const KIf &n) { return makeKStmt(KIf{n.condition, in(n.thenBody), in(n.elseBody)}); },
          [&](const KComment &n) { return makeKStmt(KComment{spanned(n.text, last[next++])}); },
          [&](const auto &) { return stmt; }));
    return out;
  }

  Names &names_;
  Pieces pieces_;
  std::vector<std::string> variables_; // by how many loops are around
};

} // namespace

// a[i] is a[i + 0], as the first of those beside it.
static ExprPtr withNumber(const ExprPtr &index) {
  if (asElementAt(index) || std::holds_alternative<IntLit>(index->node) || index->type != ScalarType::I64)
    return nullptr;
  if (const auto *n = std::get_if<Binary>(&index->node))
    if (const auto *number = std::get_if<IntLit>(&n->right->node)) {
      if (n->op == BinaryOp::Add)
        return nullptr;
      if (n->op == BinaryOp::Sub)
        return binary(BinaryOp::Add, n->left, intLit(-number->value));
    }
  return binary(BinaryOp::Add, index, intLit(0));
}

static ExprPtr withoutZero(const ExprPtr &index) {
  const auto *n = std::get_if<Binary>(&index->node);
  const auto *number = n && n->op == BinaryOp::Add ? std::get_if<IntLit>(&n->right->node) : nullptr;
  return number && number->value <= 0 ? sub(n->left, intLit(-number->value)) : nullptr;
}

KBody rolledUp(Names &names, const KBody &body) {
  auto of = [](ExprPtr (*change)(const ExprPtr &)) {
    return [change](const std::string &, const ExprPtr &index) { return change(index); };
  };
  return tidied(withIndices(RollingUp(names).roll(withIndices(tidied(body), of(withNumber)), 0), of(withoutZero)));
}

} // namespace kasane::lowering
