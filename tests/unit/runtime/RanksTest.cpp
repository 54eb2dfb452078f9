// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranks agree whether a region runs: nobody runs it where one can't, and all know why. The network is one process's own
// idea of what the others say.
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
extern "C" {
#include "base/Error.h"
#include "ranks/Ranks.h"
}

namespace {

struct Others {
  int64_t most = 0;        // of the values that they give
  std::string text;        // what the rank that fails says
  int64_t sharedFrom = -1; // which rank's data was asked for
};
Others others;

int64_t most(int64_t value) { return std::max(value, others.most); }

void share(void *data, int64_t bytes, int from) {
  others.sharedFrom = from;
  if (from != 1)
    std::strncpy(static_cast<char *>(data), others.text.c_str(), static_cast<size_t>(bytes));
}

// The second rank of four.
class Agree : public testing::Test {
protected:
  Agree() {
    others = {};
    network_.rank = 1;
    network_.count = 4;
    network_.most = most;
    network_.share = share;
    ksn_set_network(&network_);
  }
  ~Agree() override { ksn_set_network(nullptr); }

  ksn_network network_ = {};
  ksn_why why_ = {"mine"};
};

TEST_F(Agree, AllCan) {
  EXPECT_EQ(ksn_agree(0, &why_), 0);
  EXPECT_EQ(others.sharedFrom, -1);
}

TEST_F(Agree, AnotherCannot) {
  others.most = 3;
  others.text = "no memory";
  EXPECT_EQ(ksn_agree(0, &why_), -1);
  EXPECT_STREQ(why_.text, "rank 2: no memory");
}

TEST_F(Agree, TheLastOneThatCannotIsHeard) {
  others.most = 4;
  others.text = std::string(2000, 'x');
  EXPECT_EQ(ksn_agree(-1, &why_), -1);
  EXPECT_EQ(std::string(why_.text).substr(0, 10), "rank 3: xx");
}

TEST_F(Agree, ThisOneCannot) {
  others.most = 1;
  EXPECT_EQ(ksn_agree(-1, &why_), -1);
  EXPECT_EQ(others.sharedFrom, 1);
  EXPECT_STREQ(why_.text, "mine");
}

TEST_F(Agree, RanksAreCounted) {
  EXPECT_EQ(ksn_rank_count(), 4);
  EXPECT_TRUE(ksn_is_worker());
}

TEST(Ranks, AProcessAloneDecidesAlone) {
  ksn_why why = {"mine"};
  EXPECT_EQ(ksn_rank_count(), 1);
  EXPECT_FALSE(ksn_is_worker());
  EXPECT_EQ(ksn_agree(0, &why), 0);
  EXPECT_EQ(ksn_agree(7, &why), -1);
  EXPECT_STREQ(why.text, "mine");
}

} // namespace
