// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Base/Repeats.h"

#include "Base/Tidied.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace kasane::lowering {
namespace {

constexpr int64_t kLinesOfLoop = 3; // its head, the line that has it unrolled, and its end
constexpr int64_t kLongLine = 150;  // characters of it, which names in other dialects are shorter than
constexpr size_t kLongest = 60;     // statements of a loop that are looked at: more of them take long to find
constexpr int64_t kLinesOfIf = 2;   // its head and its end

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

std::vector<int64_t> lengthsOf(const std::string &text) {
  std::vector<int64_t> lengths;
  for (size_t from = 0, end = 0; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
    lengths.push_back(static_cast<int64_t>(end - from));
  return lengths;
}

// What is longer than a line is printed on several.
int64_t linesOf(const std::vector<int64_t> &lengths) {
  int64_t lines = 0;
  for (const int64_t length : lengths)
    lines += 1 + length / kLongLine;
  return lines;
}

// Is `at` the number that comes so many times behind the first?
bool follows(const Number &first, const Change &change, const Number &at, size_t times) {
  const int64_t count = static_cast<int64_t>(times);
  if (change.doubles)
    return count < 31 && at.value == first.value << count;
  return at.value == first.value + count * change.step;
}

// Does the statement come once more, behind the rounds that are known?
bool isNext(const std::vector<Piece> &pieces, const Repeat &of, size_t k, size_t end) {
  const size_t behind = of.at(k, of.times);
  if (behind >= end)
    return false;
  const Piece &one = pieces[of.first + k], &at = pieces[behind];
  if (one.shape < 0 || one.shape != at.shape)
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

bool endsAgain(const std::vector<Piece> &pieces, const Repeat &of, size_t end) {
  for (size_t k = of.period - of.tail; k < of.period; ++k)
    if (!isNext(pieces, of, k, end))
      return false;
  return true;
}

Repeat repeatAt(const std::vector<Piece> &pieces, size_t first, size_t period, size_t end) {
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

} // namespace

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

Change changeOf(const Number &first, const Number &second, const Number &third) {
  const bool doubles = first.type == ScalarType::I32 && first.value > 0 && second.value == 2 * first.value &&
                       third.value != first.value + 2 * (second.value - first.value);
  return {second.value - first.value, doubles};
}

int64_t Pieces::shapeOf(const std::string &text) {
  return shapes_.try_emplace(text, static_cast<int64_t>(shapes_.size())).first->second;
}

Piece Pieces::whole(const KStmtPtr &stmt) {
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
  piece.lengths = lengthsOf(text);
  piece.lines = linesOf(piece.lengths);
  piece.shape = shapeOf(withoutNumbersOfComments(text));
  return piece;
}

// As it is printed: the head, what is in there, and what is in there otherwise.
Piece Pieces::around(const KStmtPtr &head, const KBody &body, const KBody &otherwise) {
  constexpr int64_t kIndent = 2, kElse = 4;
  Piece out = whole(head);
  std::string shape = std::to_string(out.shape);
  bool isAlone = out.shape < 0;
  const auto add = [&](const KBody &inner, const char *before) {
    shape += before;
    for (const KStmtPtr &stmt : inner) {
      const Piece &piece = of(stmt);
      isAlone |= piece.shape < 0;
      shape += " " + std::to_string(piece.shape);
      out.numbers.insert(out.numbers.end(), piece.numbers.begin(), piece.numbers.end());
      for (const int64_t length : piece.lengths)
        out.lengths.push_back(length + kIndent);
    }
  };
  add(body, ":");
  if (!otherwise.empty()) {
    out.lengths.push_back(kElse);
    add(otherwise, " else");
  }
  if (isAlone) {
    out = Piece();
    out.lines = 1;
    return out;
  }
  out.lines = linesOf(out.lengths);
  out.shape = shapeOf(shape);
  return out;
}

Piece Pieces::made(const KStmtPtr &stmt) {
  return match(
      stmt->node,
      [&](const KFor &n) {
        return around(makeKStmt(KFor{n.var, n.lo, n.hi, n.step, {}, n.isUnrolled, n.type, n.staysLoop}), n.body, {});
      },
      [&](const KBlock &n) { return around(makeKStmt(KBlock{}), n.body, {}); },
      [&](const KIf &n) { return around(makeKStmt(KIf{n.condition, {}, {}}), n.thenBody, n.elseBody); },
      [&](const auto &) { return whole(stmt); });
}

const Piece &Pieces::of(const KStmtPtr &stmt) {
  if (const auto known = known_.find(stmt.get()); known != known_.end())
    return known->second;
  Piece piece = made(stmt);
  piece.stmt = stmt;
  return known_.emplace(stmt.get(), std::move(piece)).first->second;
}

std::vector<Piece> Pieces::of(const KBody &body) {
  std::vector<Piece> pieces;
  for (const KStmtPtr &stmt : body)
    pieces.push_back(of(stmt));
  std::unordered_map<int64_t, size_t> last; // by shape
  for (size_t k = 0; k < pieces.size(); ++k) {
    if (k > 0) {
      pieces[k].linesBefore = pieces[k - 1].linesBefore + pieces[k - 1].lines;
      pieces[k].definedBefore = pieces[k - 1].definedBefore + (defines(pieces[k - 1].stmt) ? 1 : 0);
    }
    if (pieces[k].shape < 0)
      continue;
    const auto [before, isNew] = last.try_emplace(pieces[k].shape, k);
    if (!isNew)
      pieces[std::exchange(before->second, k)].next = k;
  }
  return pieces;
}

Repeat bestOf(const std::vector<Piece> &pieces, size_t from, size_t end) {
  Repeat best;
  const int64_t all = end > from ? pieces[end - 1].linesBefore + pieces[end - 1].lines : 0;
  for (size_t first = from; first + 1 < end; ++first)
    for (size_t at = pieces[first].next; at < end; at = pieces[at].next) {
      if (at - first > kLongest || all - pieces[at].linesBefore - kLinesOfLoop <= best.saves)
        break; // even if all of that were written before
      if (const Repeat repeat = repeatAt(pieces, first, at - first, end); repeat.saves > best.saves)
        best = repeat;
    }
  return best;
}

} // namespace kasane::lowering
