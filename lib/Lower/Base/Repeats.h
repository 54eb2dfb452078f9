// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What repeats in a body. In: its statements. Out: those that follow each other several times, each time with other
// numbers, of which a loop would save the most lines.
//
//   a[0] = b[3];  a[1] = b[5];  a[2] = b[7];     ->     one statement, three times
#pragma once

#include "Base/Context.h"

#include <cstdint>
#include <unordered_map>

namespace kasane::lowering {

struct Number {
  int64_t value;
  ScalarType type;
  friend bool operator==(const Number &, const Number &) = default;
};

// What a statement says, apart from its numbers.
struct Piece {
  KStmtPtr stmt;
  int64_t shape = -1; // a number that all pieces of the shape have; -1: it stands alone
  std::vector<Number> numbers;
  std::vector<int64_t> lengths; // of its lines
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

// How a number changes from one time to the next.
struct Change {
  int64_t step = 0;
  bool doubles = false; // instead
};
Change changeOf(const Number &first, const Number &second, const Number &third);

// Pieces of statements within each other: what is said of a loop is made of what is said of its statements.
class Pieces {
public:
  std::vector<Piece> of(const KBody &body);

private:
  const Piece &of(const KStmtPtr &stmt);
  Piece made(const KStmtPtr &stmt);
  Piece whole(const KStmtPtr &stmt);
  Piece around(const KStmtPtr &head, const KBody &body, const KBody &otherwise);
  int64_t shapeOf(const std::string &text);

  std::unordered_map<const KStmt *, Piece> known_; // which hold their statements
  std::unordered_map<std::string, int64_t> shapes_;
};

// Of the pieces in [from, end); without any, it saves nothing.
Repeat bestOf(const std::vector<Piece> &pieces, size_t from, size_t end);

using OnLiteral = std::function<ExprPtr(const ExprPtr &)>;

// With something else for each number, in the order in which they stand there.
ExprPtr withLiterals(const ExprPtr &e, const OnLiteral &of);
bool mayVary(const Expr &literal); // may it be another number each time?

} // namespace kasane::lowering

// Tests: tests/unit/lower/RolledUpTest.cpp
