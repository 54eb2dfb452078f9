// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/MergedTurns.h"

#include "Base/Tidied.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

struct Entry {
  KStmtPtr stmt;
  std::string text;
  std::set<int> turns;
};

bool isPure(const ExprPtr &value) {
  bool isPure = true;
  walk(value, [&](const Expr &e) { isPure &= !std::holds_alternative<Load>(e.node); });
  return isPure;
}

// Of a block whose constants may have another value in each turn: without these.
std::string textOf(const KStmtPtr &stmt) {
  const auto *block = std::get_if<KBlock>(&stmt->node);
  if (!block)
    return print(KBody{stmt});
  KBody body;
  for (const KStmtPtr &inner : block->body) {
    const auto *let = std::get_if<KLet>(&inner->node);
    body.push_back(let && isPure(let->value) ? makeKStmt(KLet{let->name, let->type, scalar("?")}) : inner);
  }
  return print(KBody{makeKStmt(KBlock{std::move(body)})});
}

// Both are the same but for such constants.
KStmtPtr withChosen(const ExprPtr &isFirst, const KStmtPtr &first, const KStmtPtr &second) {
  const auto *a = std::get_if<KBlock>(&first->node), *b = std::get_if<KBlock>(&second->node);
  if (!a || print(KBody{first}) == print(KBody{second}))
    return first;
  KBody out = a->body;
  for (size_t k = 0; k < out.size(); ++k) {
    const auto *let = std::get_if<KLet>(&out[k]->node), *other = std::get_if<KLet>(&b->body[k]->node);
    if (let && print(let->value) != print(other->value))
      out[k] = makeKStmt(KLet{let->name, let->type, chosen(isFirst, let->value, other->value), let->isPlace});
  }
  return makeKStmt(KBlock{std::move(out)});
}

// Null: all of them.
ExprPtr isOneOf(const std::set<int> &turns, int count, const std::string &turn) {
  const ExprPtr at = scalar(turn);
  ExprPtr any;
  for (auto from = turns.begin(); from != turns.end();) {
    auto last = from;
    while (std::next(last) != turns.end() && *std::next(last) == *last + 1)
      ++last;
    ExprPtr is = *from > 0 ? binary(BinaryOp::Ge, at, intLit(*from)) : nullptr;
    if (*last + 1 < count)
      is = both(is, binary(BinaryOp::Lt, at, intLit(*last + 1)));
    if (!is)
      return nullptr;
    any = any ? binary(BinaryOp::LogicalOr, any, is) : is;
    from = std::next(last);
  }
  return any;
}

// What both have in common stands once; all else of both keeps its order.
std::vector<Entry> merged(const std::vector<Entry> &before, const std::vector<Entry> &more, const std::string &turn) {
  const size_t rows = before.size(), columns = more.size();
  std::vector<std::vector<size_t>> common(rows + 1, std::vector<size_t>(columns + 1, 0)); // from here on
  for (size_t a = rows; a-- > 0;)
    for (size_t b = columns; b-- > 0;)
      common[a][b] =
          before[a].text == more[b].text ? common[a + 1][b + 1] + 1 : std::max(common[a + 1][b], common[a][b + 1]);
  std::vector<Entry> out;
  size_t a = 0, b = 0;
  while (a < rows || b < columns) {
    if (a < rows && b < columns && before[a].text == more[b].text) {
      const int now = *more[b].turns.begin();
      out.push_back(before[a++]);
      out.back().stmt = withChosen(isOneOf(out.back().turns, now + 1, turn), out.back().stmt, more[b].stmt);
      out.back().turns.insert(now);
      ++b;
    } else if (b == columns || (a < rows && common[a + 1][b] >= common[a][b + 1])) {
      out.push_back(before[a++]);
    } else {
      out.push_back(more[b++]);
    }
  }
  return out;
}

bool isAllOthers(const std::set<int> &turns, const std::set<int> &others, size_t count) {
  return turns.size() + others.size() == count &&
         std::ranges::none_of(others, [&](int turn) { return turns.count(turn) > 0; });
}

} // namespace

KBody mergedTurns(const std::vector<KBody> &turns, const std::string &turn) {
  std::vector<Entry> all;
  for (size_t k = 0; k < turns.size(); ++k) {
    std::vector<Entry> entries;
    for (const KStmtPtr &stmt : tidied(turns[k]))
      entries.push_back({stmt, textOf(stmt), {static_cast<int>(k)}});
    all = merged(all, entries, turn);
  }
  KBody out;
  auto takeSame = [&](size_t &k) {
    KBody same;
    for (const size_t first = k; k < all.size() && all[k].turns == all[first].turns; ++k)
      same.push_back(all[k].stmt);
    return same;
  };
  const int count = static_cast<int>(turns.size());
  for (size_t k = 0; k < all.size();) {
    const std::set<int> &of = all[k].turns;
    KBody same = takeSame(k), others;
    if (k < all.size() && isAllOthers(of, all[k].turns, turns.size()))
      others = takeSame(k);
    if (const ExprPtr is = isOneOf(of, count, turn))
      out.push_back(makeKStmt(KIf{is, std::move(same), std::move(others)}));
    else
      append(out, std::move(same));
  }
  return out;
}

KBody eitherTurn(const std::string &turn, const ExprPtr &which, KBody body) {
  KBody one = {makeKStmt(KIf{binary(BinaryOp::Eq, which, scalar(turn)), std::move(body), {}})};
  return {makeKStmt(KFor{turn, intLit(0), intLit(2), 1, std::move(one), /*isUnrolled=*/true})};
}

} // namespace kasane::lowering
