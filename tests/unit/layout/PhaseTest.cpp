// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/Phase.h"
#include "kasane/Layout/Draft.h"

#include <gtest/gtest.h>

using namespace kasane;

namespace {

Poly t() { return Poly::symbol(kTimeSymbol); }
using Table = std::vector<int64_t>;

TEST(Phase, Remainders) {
  EXPECT_EQ(phaseTable(*phaseOf(t(), 2, false)), (Table{0, 1}));
  EXPECT_EQ(phaseTable(*phaseOf(t() + 1, 3, false)), (Table{1, 2, 0}));
  EXPECT_EQ(phaseTable(*phaseOf(t(), 1, true)), (Table{0, 1}));
  EXPECT_EQ(phaseTable(1 - *phaseOf(t(), 2, false)), (Table{1, 0}));
}

TEST(Phase, NoneWithoutTheTime) {
  EXPECT_FALSE(phaseOf(Poly::symbol("n"), 2, false));
  EXPECT_FALSE(phaseTable(Poly::symbol("n")));
}

TEST(Phase, GoesRound) {
  EXPECT_TRUE(goesRound({0, 1, 2}));
  EXPECT_TRUE(goesRound({2, 1, 0}));
  EXPECT_FALSE(goesRound({0, 2, 2}));
}

} // namespace
