// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds of 1, 2, 4, .. passes are timed on a clock that the test moves.
#include <functional>
#include <gtest/gtest.h>
extern "C" {
#include "parts/Tries.h"
}

namespace {

// Makes rounds until nothing is tried any more; a round of k passes takes `secondsOf(k)`. Returns the passes that stay.
int64_t chosen(ksn_tries &tries, const std::function<double(int64_t)> &secondsOf, int most = 1000) {
  int64_t passes = tries.passes;
  double now = 1;
  for (int round = 0; round < most && tries.most; ++round) {
    now += secondsOf(passes);
    if (ksn_tries_round(&tries))
      passes = ksn_tries_take(&tries, now);
  }
  return passes;
}

ksn_tries upTo(int64_t most) {
  ksn_tries tries = {};
  tries.most = most;
  tries.passes = 1;
  return tries;
}

TEST(Tries, StaysAtOneWhereAnExchangeCostsNothing) {
  ksn_tries tries = upTo(16);
  EXPECT_EQ(chosen(tries, [](int64_t k) { return 1e-3 * k + 1e-5 * k * (k - 1); }), 1);
  EXPECT_EQ(tries.count, 2);
  EXPECT_NEAR(tries.seconds[0], 1e-3, 1e-12);
}

TEST(Tries, GoesOnWhileItGains) {
  ksn_tries tries = upTo(16); // the least of 100 / k + 4 k is at 5
  EXPECT_EQ(chosen(tries, [](int64_t k) { return (100.0 / k + 4.0 * k) * k; }), 4);
  EXPECT_EQ(tries.count, 4);
  tries = upTo(16);
  EXPECT_EQ(chosen(tries, [](int64_t) { return 1.0; }), 16);
  EXPECT_EQ(tries.count, 5);
}

TEST(Tries, KeepsToWhatThereIsRoomFor) {
  ksn_tries tries = upTo(5);
  EXPECT_EQ(chosen(tries, [](int64_t) { return 1.0; }), 4);
  tries = upTo(1);
  EXPECT_EQ(chosen(tries, [](int64_t) { return 1.0; }), 1);
  tries = upTo(0);
  EXPECT_FALSE(ksn_tries_round(&tries));
}

TEST(Tries, ALittleIsNoGain) {
  ksn_tries tries = upTo(16);
  EXPECT_EQ(chosen(tries, [](int64_t k) { return k == 1 ? 1.0 : 0.99 * k; }), 1);
}

TEST(Tries, BeginsAgainBehindABreakAndGivesUpAtLast) {
  ksn_tries tries = upTo(16);
  chosen(tries, [](int64_t) { return 1.0; }, 10); // not enough for one trial
  ksn_tries_break(&tries);
  EXPECT_EQ(chosen(tries, [](int64_t k) { return k < 4 ? 1.0 : 8.0; }), 2);
  tries = upTo(16);
  for (int n = 0; n < 8; ++n) {
    EXPECT_TRUE(tries.most);
    ksn_tries_round(&tries);
    ksn_tries_break(&tries);
  }
  EXPECT_FALSE(tries.most);
  EXPECT_EQ(tries.count, 0);
}

// They take a share of a region that is long enough.
TEST(Tries, AreFewOfTheRegionsPasses) {
  ksn_tries tries = upTo(16);
  int64_t passes = 0;
  chosen(tries, [&](int64_t k) {
    passes += k;
    return 1.0;
  });
  EXPECT_LE(passes, ksn_tries_least() / 2);
}

} // namespace
