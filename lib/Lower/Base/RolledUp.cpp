// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Base/RolledUp.h"

#include "Base/Tidied.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace kasane::lowering {
namespace {

constexpr int64_t kLinesOfLoop = 3; // its head, the line that has it unrolled, and its end
constexpr int64_t kLongLine = 150;  // characters of it, which names in other dialects are shorter than
constexpr int64_t kLinesOfIf = 2;   // its head and its end
constexpr int64_t kWorthIt = 3;     // lines that a loop saves at least

struct Number {
  int64_t value;
  ScalarType type;
  friend bool operator==(const Number &, const Number &) = default;
};

// What a statement says, apart from its numbers.
struct Piece {
  KStmtPtr stmt;
  std::string shape;      // "": it stands alone
  int64_t sameShape = -1; // a number that all pieces of the shape have
  std::vector<Number> numbers;
  int64_t lines = 0;
  size_t next = SIZE_MAX;   // where the shape comes again
  int64_t linesBefore = 0;  // of all before it
  size_t definedBefore = 0; // pieces before it that define a name
};

// The same statements, so many of them at a time and so often, from one on. Behind them they may come once more,
// without some in their middle: only the first ones, `head` of them, and the last ones.
struct Repeat {
  size_t first = 0, period = 0, times = 0, head = 0, tail = 0;
  int64_t saves = 0;
  size_t end() const { return first + period * times + head + tail; }
  bool isWhole() const { return head + tail == 0; }
  bool isInAll(size_t k) const { return isWhole() || k < head || k >= period - tail; }
  size_t rounds(size_t k) const { return times + (!isWhole() && isInAll(k) ? 1 : 0); } // of the statement number k
  // Where that statement is in a round.
  size_t at(size_t k, size_t round) const {
    return first + round * period + k - (round == times && k >= period - tail ? period - tail - head : 0);
  }
};

using OnLiteral = std::function<ExprPtr(const ExprPtr &)>;

// With something else for each number, in the order in which they stand there.
ExprPtr withLiterals(const ExprPtr &e, const OnLiteral &of) {
  auto in = [&](const ExprPtr &operand) { return withLiterals(operand, of); };
  return match(
      e->node, [&](const IntLit &) { return of(e); }, [&](const FloatLit &) { return of(e); },
      [&](const Load &n) { return makeExpr(e->type, Load{n.buffer, in(n.index)}, e->range); },
      [&](const Unary &n) { return makeExpr(e->type, Unary{n.op, in(n.operand)}, e->range); },
      [&](const Binary &n) { return makeExpr(e->type, Binary{n.op, in(n.left), in(n.right)}, e->range); },
      [&](const Select &n) {
        return makeExpr(e->type, Select{in(n.condition), in(n.whenTrue), in(n.whenFalse)}, e->range);
      },
      [&](const Call &n) {
        std::vector<ExprPtr> args;
        for (const ExprPtr &arg : n.args)
          args.push_back(in(arg));
        return makeExpr(e->type, Call{n.callee, std::move(args)}, e->range);
      },
      [&](const Cast &n) { return makeExpr(e->type, Cast{in(n.operand)}, e->range); }, [&](const auto &) { return e; });
}

bool mayVary(const Expr &literal) {
  return std::holds_alternative<IntLit>(literal.node) &&
         (literal.type == ScalarType::I64 || literal.type == ScalarType::I32);
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Comments tell which step it is, and that is a number, too.
std::string withoutNumbersOfComments(const std::string &text) {
  std::string out;
  bool isComment = false, isStart = true;
  for (size_t k = 0; k < text.size(); ++k) {
    if (isStart && text[k] != ' ') {
      isComment = text[k] == ';';
      isStart = false;
    }
    if (text[k] == '\n')
      isStart = true;
    if (!isComment || !isDigit(text[k]))
      out += text[k];
    else if (k + 1 == text.size() || !isDigit(text[k + 1]))
      out += '#';
  }
  return out;
}

// What is longer than a line is printed on several.
int64_t linesOf(const std::string &text) {
  int64_t lines = 0;
  for (size_t from = 0, end = 0; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
    lines += 1 + static_cast<int64_t>(end - from) / kLongLine;
  return lines;
}

Piece pieceOf(const KStmtPtr &stmt) {
  Piece piece;
  piece.stmt = stmt;
  if (hasQuotients({stmt})) {
    piece.lines = 1;
    return piece;
  }
  const KBody plain = withValues({stmt}, [&](const ExprPtr &value) {
    return withLiterals(value, [&](const ExprPtr &literal) {
      const std::string type(nameOf(literal->type));
      if (mayVary(*literal)) {
        piece.numbers.push_back({std::get<IntLit>(literal->node).value, literal->type});
        return scalar("#" + type, literal->type);
      }
      const auto *number = std::get_if<FloatLit>(&literal->node);
      char exact[40];
      std::snprintf(exact, sizeof exact, "%a", number ? number->value : 0.0);
      return number ? scalar(exact + type, literal->type) : literal;
    });
  });
  const std::string text = print(plain);
  piece.lines = linesOf(text);
  piece.shape = withoutNumbersOfComments(text);
  return piece;
}

// How a number changes from one time to the next.
struct Change {
  int64_t step = 0;
  bool doubles = false; // instead
};

Change changeOf(const Number &first, const Number &second, const Number &third) {
  const bool doubles = first.type == ScalarType::I32 && first.value > 0 && second.value == 2 * first.value &&
                       third.value != first.value + 2 * (second.value - first.value);
  return {second.value - first.value, doubles};
}

// Is `at` the number that comes so many times behind the first?
bool follows(const Number &first, const Change &change, const Number &at, size_t times) {
  const int64_t count = static_cast<int64_t>(times);
  if (change.doubles)
    return count < 31 && at.value == first.value << count;
  return at.value == first.value + count * change.step;
}

class RollingUp {
public:
  explicit RollingUp(Names &names) : names_(names) {}

  KBody roll(const KBody &body, size_t depth) {
    std::vector<Piece> pieces;
    std::ranges::transform(body, std::back_inserter(pieces), pieceOf);
    std::unordered_map<std::string, int64_t> shapes;
    std::vector<size_t> last;
    for (size_t k = 0; k < pieces.size(); ++k) {
      if (k > 0) {
        pieces[k].linesBefore = pieces[k - 1].linesBefore + pieces[k - 1].lines;
        pieces[k].definedBefore = pieces[k - 1].definedBefore + (defines(pieces[k - 1].stmt) ? 1 : 0);
      }
      if (pieces[k].shape.empty())
        continue;
      const auto [same, isNew] = shapes.try_emplace(pieces[k].shape, static_cast<int64_t>(shapes.size()));
      pieces[k].sameShape = same->second;
      if (isNew)
        last.push_back(k);
      else
        pieces[std::exchange(last[static_cast<size_t>(same->second)], k)].next = k;
    }
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

  // ---- What repeats

  static Repeat bestOf(const std::vector<Piece> &pieces, size_t from, size_t end) {
    Repeat best;
    const int64_t all = end > from ? pieces[end - 1].linesBefore + pieces[end - 1].lines : 0;
    for (size_t first = from; first + 1 < end; ++first)
      for (size_t at = pieces[first].next; at < end; at = pieces[at].next) {
        if (all - pieces[at].linesBefore - kLinesOfLoop <= best.saves)
          break; // even if all of that were written before
        if (const Repeat repeat = repeatAt(pieces, first, at - first, end); repeat.saves > best.saves)
          best = repeat;
      }
    return best;
  }

  static Repeat repeatAt(const std::vector<Piece> &pieces, size_t first, size_t period, size_t end) {
    Repeat out{first, period};
    do {
      ++out.times;
      for (out.head = 0; out.head < period && isNext(pieces, out, out.head, end);)
        ++out.head;
    } while (out.head == period);
    if (out.head == 0 && out.times == 1)
      return out;
    for (out.tail = period - out.head - 1; out.tail > 0 && !endsAgain(pieces, out, end);)
      --out.tail;
    // Nobody behind may need what is left out in the last round defines.
    if (!out.isWhole() && pieces[first + out.head].definedBefore != pieces[first + period - out.tail].definedBefore)
      out.head = out.tail = 0;
    for (size_t k = 0; k < period; ++k)
      out.saves += static_cast<int64_t>(out.rounds(k) - 1) * pieces[first + k].lines;
    out.saves -= kLinesOfLoop + (out.isWhole() ? 0 : kLinesOfIf);
    return out;
  }

  static bool endsAgain(const std::vector<Piece> &pieces, const Repeat &of, size_t end) {
    for (size_t k = of.period - of.tail; k < of.period; ++k)
      if (!isNext(pieces, of, k, end))
        return false;
    return true;
  }

  // Does the statement come once more, behind the rounds that are known?
  static bool isNext(const std::vector<Piece> &pieces, const Repeat &of, size_t k, size_t end) {
    const size_t behind = of.at(k, of.times);
    if (behind >= end)
      return false;
    const Piece &one = pieces[of.first + k], &at = pieces[behind];
    if (one.sameShape < 0 || one.sameShape != at.sameShape)
      return false;
    if (of.times == 1)
      return true;
    const Piece &second = pieces[of.at(k, 1)], &third = pieces[of.at(k, 2)];
    for (size_t n = 0; n < one.numbers.size(); ++n)
      if (!follows(one.numbers[n], changeOf(one.numbers[n], second.numbers[n], third.numbers[n]), at.numbers[n],
                   of.times))
        return false;
    return true;
  }

  // ---- The loop

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
