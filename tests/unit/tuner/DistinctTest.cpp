// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Distinct.h"

#include "Programs.h"

#include <gtest/gtest.h>

using namespace kasane;
using namespace kasane::build;

namespace {

// How many operations are of the cell, and how many are the same for all cells.
std::pair<int, int> operationsOf(const std::vector<StmtPtr> &body) {
  int ofCell = 0, ofAll = 0;
  tuning::walkDistinct(body, [&](const Expr &e, bool isOfCell) {
    if (std::holds_alternative<Binary>(e.node))
      ++(isOfCell ? ofCell : ofAll);
  });
  return {ofCell, ofAll};
}

using Counts = std::pair<int, int>;

TEST(Distinct, WhatStandsThereAgainIsOne) {
  const ExprPtr square = at(A) * at(A);
  EXPECT_EQ(operationsOf({store(B, square + at(A) * at(A))}), Counts(2, 0));
  EXPECT_EQ(operationsOf({store(B, square), store(C, square)}), Counts(1, 0));
  EXPECT_EQ(operationsOf({store(B, at(A) * at(A, 1)), store(C, at(A) * at(A, -1))}), Counts(2, 0));
}

TEST(Distinct, ALocalIsWhatItHoldsThen) {
  EXPECT_EQ(operationsOf({declare("s", at(A) + at(B)), store(C, local("s") * (at(A) + at(B)))}), Counts(2, 0));
  EXPECT_EQ(operationsOf({declare("s", at(A)), store(B, local("s") * local("s")), assign("s", at(A, 1)),
                          store(C, local("s") * local("s"))}),
            Counts(2, 0));
}

TEST(Distinct, BranchesLeaveLocalsOpen) {
  const StmtPtr either = branch(binary(BinaryOp::Gt, at(A), number(0)), {assign("s", at(B))});
  EXPECT_EQ(operationsOf({declare("s", at(A)), store(B, local("s") * at(A)), either, store(C, local("s") * at(A))}),
            Counts(3, 0));
}

TEST(Distinct, WhatIsTheSameForAllCellsIsNoCells) {
  const ExprPtr twice = number(2) * scalar("c", ScalarType::F32);
  EXPECT_EQ(operationsOf({store(B, twice * at(A)), store(C, twice * at(A, 1))}), Counts(2, 1));
}

} // namespace
