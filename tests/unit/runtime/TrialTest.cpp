// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both ways are tried, and the region stays with the shorter one.
#include <chrono>
#include <gtest/gtest.h>
#include <thread>
extern "C" {
#include "beside/Trial.h"
}

namespace {

// How many of the last calls run beside other work, where a step takes so long before the call and beside it.
int besideAtTheEnd(const ksn_info &info, int before, int beside) {
  ksn_trial trial;
  ksn_trial_begin(&info, &trial);
  int count = 0, isBeside = 0;
  for (int call = 0; call < 20; call++) {
    isBeside = ksn_trial_calls(&trial, 1);
    EXPECT_EQ(ksn_trial_calls(&trial, 2), isBeside); // another call of the same step
    count += call >= 15 && isBeside;
    if (call < 10) {
      EXPECT_EQ(isBeside, call >= 5);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(isBeside ? beside : before));
  }
  EXPECT_EQ(trial.calls, 41);
  ksn_trial_keep(&info, &trial);
  return count;
}

TEST(Trial, StaysWithTheShorterWay) {
  const ksn_info quick = {}, slow = {};
  EXPECT_EQ(besideAtTheEnd(quick, 6, 1), 5);
  EXPECT_EQ(besideAtTheEnd(slow, 1, 6), 0);
  ksn_trial trial; // a further run knows
  ksn_trial_begin(&quick, &trial);
  EXPECT_TRUE(ksn_trial_calls(&trial, 1));
  ksn_trial_begin(&slow, &trial);
  EXPECT_FALSE(ksn_trial_calls(&trial, 1));
}

TEST(Trial, RefusesOnce) {
  const ksn_info info = {};
  EXPECT_FALSE(ksn_trial_refused(&info));
  EXPECT_TRUE(ksn_trial_refused(&info));
}

} // namespace
