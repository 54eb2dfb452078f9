// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over the neighbours of a cell as rounds that are written out, each under the condition that the loop makes it:
//
//   for (jj = MAX(j - 1, 0); jj <= MIN(j + 1, ny - 1); jj++) S
//       ->   if (j >= 1) S with jj = j - 1;   S with jj = j;   if (j + 1 <= ny - 1) S with jj = j + 1;
//   for (k = 1; k <= half; k++) S
//       ->   if (half >= 1) S with k = 1;   ..   if (half >= 8) S with k = 8;   where the call checks that half <= 8
//
// In: the loop's head, read where the loop stands. Out: the rounds in the order of the source. What must hold: the body
// doesn't change the counter.
#pragma once

#include "Read/Reader.h"

namespace kasane {

struct Round {
  Poly value;
  ExprPtr condition;       // null: it is always made
  std::vector<Poly> given; // over parameters: none is negative where the condition holds
};

// May it be such a loop? Its bounds depend on the cell, or are parameters and it stores to the same elements in all
// rounds.
bool mayBeWindow(const Reader &reader, const clang::ForStmt *loop);
// Silent nullopt: it is none, or one of too many rounds.
std::optional<std::vector<Round>> roundsOf(Reader &reader, const clang::ForStmt *loop, const LoopShape &shape);

} // namespace kasane
