// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which starts are held back, on sequences of letters: whatever is held or started as a batch must be what came, in
// order.
extern "C" {
#include "device/Repeat.h"
}
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace {

struct Sequence {
  std::unique_ptr<ksn_repeat, void (*)(ksn_repeat *)> repeat{ksn_repeat_new(), ksn_repeat_free};
  std::string came, made; // one letter each
  int single = 0, batches = 0;

  static char letterOf(const ksn_start *start) { return *static_cast<const char *>(start->args[1].value); }

  void makeHeld() {
    for (int n = 0; n < ksn_repeat_held(repeat.get()); n++, single++)
      made += letterOf(ksn_repeat_of_batch(repeat.get(), n));
    ksn_repeat_forget_held(repeat.get());
  }

  void make(char letter) {
    made += letter;
    single++;
  }

  void meet(char letter) {
    const double same = 0.5;
    const ksn_arg args[] = {KSN_ARG(same), KSN_ARG(letter)};
    const ksn_start start = {"kernel", this, {4, 1, 1}, {32, 1, 1}, 0, 2, args};
    came += letter;
    switch (ksn_repeat_meet(repeat.get(), &start)) {
    case KSN_HOLD:
      break;
    case KSN_BATCH_FULL:
      for (int n = 0; n < ksn_repeat_held(repeat.get()); n++)
        made += letterOf(ksn_repeat_of_batch(repeat.get(), n));
      ksn_repeat_forget_held(repeat.get());
      batches++;
      break;
    case KSN_MAKE_ALL:
      makeHeld();
      make(letter);
      break;
    case KSN_MAKE:
      make(letter);
      break;
    }
  }

  void meet(const std::string &cycle, int times) {
    for (int n = 0; n < times; n++)
      for (const char letter : cycle)
        meet(letter);
  }

  int learn() { return ksn_repeat_learn(repeat.get()); }
};

TEST(Repeat, LearnsNothingBeforeEnoughHasCome) {
  Sequence s;
  s.meet("ab", KSN_HISTORY / 2 - 1);
  EXPECT_EQ(s.learn(), 0);
  s.meet("ab", 1);
  EXPECT_EQ(s.learn(), KSN_BATCH);
}

TEST(Repeat, HoldsCyclesOfAnyLength) {
  for (const std::string cycle : {"a", "ab", "abc", "aab", "abac", "abcdefg", "aaaaaaaaab"}) {
    SCOPED_TRACE(cycle);
    const int length = static_cast<int>(cycle.size()), batch = KSN_BATCH / length * length;
    Sequence s;
    s.meet(cycle, KSN_HISTORY / length + 1);
    const int single = s.single;
    EXPECT_EQ(s.learn(), batch);
    s.meet(cycle, 10 * KSN_BATCH);
    EXPECT_EQ(s.single, single);
    EXPECT_EQ(s.batches, 10 * KSN_BATCH * length / batch);
    s.makeHeld();
    EXPECT_EQ(s.made, s.came);
  }
}

TEST(Repeat, LearnsNoCycleLongerThanABatch) {
  Sequence s;
  std::string cycle(KSN_BATCH + 1, 'a');
  cycle.back() = 'b';
  s.meet(cycle, 5);
  EXPECT_EQ(s.learn(), 0);
}

TEST(Repeat, LearnsNothingFromArgumentsThatChange) {
  Sequence s;
  for (int n = 0; n < 10 * KSN_HISTORY; n++) {
    s.meet(static_cast<char>(n * n % 251)); // the squares of a prime's residues: a cycle of 251
    EXPECT_EQ(s.learn(), 0);
  }
  EXPECT_EQ(s.made, s.came);
  EXPECT_EQ(s.batches, 0);
}

// Something else every 101 starts (a test for the end, output): a cycle that is known is taken up again.
TEST(Repeat, TakesUpTheCycleAgain) {
  Sequence s;
  s.meet("abc", KSN_HISTORY);
  ASSERT_GT(s.learn(), 0);
  for (int round = 0; round < 20; round++) {
    const int batches = s.batches;
    s.meet("abc", 40);
    s.meet('x');
    EXPECT_EQ(s.made, s.came);
    s.meet('b'); // goes on in the middle of a cycle
    s.meet('c');
    EXPECT_GT(s.batches, batches);
    EXPECT_EQ(s.learn(), 0);
  }
}

// Somebody looks at what has been done.
TEST(Repeat, GoesOnBehindWhatIsMadeInTheMiddle) {
  Sequence s;
  s.meet("abcd", KSN_HISTORY);
  ASSERT_GT(s.learn(), 0);
  for (int round = 0; round < 20; round++) {
    const int batches = s.batches;
    s.meet("abcd", KSN_BATCH / 4 + 3);
    for (int n = 0; n < round % 4; n++)
      s.meet("abcd"[n]);
    s.makeHeld();
    EXPECT_EQ(s.made, s.came);
    for (int n = round % 4; n < 4; n++)
      s.meet("abcd"[n]);
    EXPECT_EQ(s.batches, batches + 1);
  }
}

TEST(Repeat, LearnsAnotherCycleLater) {
  Sequence s;
  s.meet("ab", KSN_HISTORY);
  ASSERT_EQ(s.learn(), KSN_BATCH);
  s.meet("ab", KSN_HISTORY);
  s.meet("xyz", KSN_HISTORY / 3 + 1);
  EXPECT_EQ(s.learn(), 0); // not so soon
  s.meet("xyz", KSN_HISTORY / 3 + 1);
  EXPECT_EQ(s.learn(), KSN_BATCH / 3 * 3);
  s.meet("xyz", KSN_HISTORY);
  s.makeHeld();
  EXPECT_EQ(s.made, s.came);
}

TEST(Repeat, HoldsNothingWhenItHasGivenUp) {
  Sequence s;
  s.meet("ab", KSN_HISTORY);
  ASSERT_GT(s.learn(), 0);
  ksn_repeat_give_up(s.repeat.get());
  s.meet("ab", KSN_HISTORY);
  EXPECT_EQ(s.made, s.came);
  EXPECT_EQ(s.learn(), 0);
}

TEST(Repeat, LooksAtAllThatAStartIs) {
  const int value = 1, other = 2;
  const long long wide = 1;
  const ksn_arg args[] = {KSN_ARG(value)}, others[] = {KSN_ARG(other)}, wides[] = {KSN_ARG(wide)};
  const ksn_start usual = {"k", &value, {4, 1, 1}, {32, 1, 1}, 64, 1, args};
  ksn_start differing[] = {usual, usual, usual, usual, usual, usual, usual};
  differing[0].kernel = &other;
  differing[1].grid[1] = 2;
  differing[2].group[0] = 64;
  differing[3].shared = 0;
  differing[4].arg_count = 0;
  differing[5].args = others;
  differing[6].args = wides;
  for (const ksn_start &start : differing) {
    const std::unique_ptr<ksn_repeat, void (*)(ksn_repeat *)> repeat(ksn_repeat_new(), ksn_repeat_free);
    for (int n = 0; n < KSN_HISTORY; n++)
      ASSERT_EQ(ksn_repeat_meet(repeat.get(), &usual), KSN_MAKE);
    ASSERT_EQ(ksn_repeat_learn(repeat.get()), KSN_BATCH);
    ASSERT_EQ(ksn_repeat_meet(repeat.get(), &usual), KSN_HOLD);
    EXPECT_EQ(ksn_repeat_meet(repeat.get(), &start), KSN_MAKE_ALL);
  }
}

TEST(Repeat, PaysForShortStarts) {
  EXPECT_TRUE(ksn_repeat_pays(64 * 3e-6, 64));
  EXPECT_FALSE(ksn_repeat_pays(64 * 100e-6, 64));
  EXPECT_FALSE(ksn_repeat_pays(0, 0));
}

} // namespace
