// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement distributed: whatever the members, the steps between two exchanges, the reach of the kernels and the wire,
// and whatever lane is quicker than the others, the arrays end as if one member had had all of them.
#include "KernelArrays.h"
#include "LaneKernels.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
extern "C" {
#include "base/Env.h"
#include "base/State.h"
#include "device/Device.h"
#include "parts/Parts.h"
#include "parts/PartsState.h"
}

namespace {

// The variables are read once a process; here each case has its own.
struct Asked {
  Asked(int64_t parts, int64_t steps, bool isLate) : env(*const_cast<ksn_env *>(ksn_environment())), before(env) {
    env.parts = parts;
    env.steps = steps;
    env.wire_late = isLate;
    env.wire_latency = 1e-9;
    env.wire_rate = 1e15;
  }
  ~Asked() { env = before; }
  Asked(const Asked &) = delete;
  ksn_env &env;
  const ksn_env before;
};

void expectNothingLeft() {
  EXPECT_EQ(fakeLanes.allocations, 0);
  EXPECT_EQ(fakeLanes.marks, 0);
  EXPECT_TRUE(fakeLanes.locked.empty());
}

void runCase(const Case &c, int64_t parts, int64_t steps, bool isLate = false) {
  const Asked asked(parts, steps, isLate);
  expectStreams(c, fakeLanesDevice, kLaneKernels);
  expectNothingLeft();
}

TEST(Parts, ManyShapes) {
  std::mt19937 random(2026);
  const auto upTo = [&](int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(random); };
  for (int n = 0; n < 4000; n++) {
    Case c = {static_cast<Way>(upTo(6)),
              static_cast<int>(1 + upTo(2)),
              {},
              upTo(13),
              0,
              0,
              upTo(1) == 1,
              static_cast<int>(std::max<int64_t>(upTo(12) - 6, 0)),
              "in core"};
    Grid &g = c.shape;
    g.width = c.rank == 1 ? 1 : 1 + upTo(4);
    g.back = upTo(3);
    g.ahead = upTo(3);
    g.tile = 1 + upTo(6);
    g.planes = g.back + g.ahead + 1 + upTo(upTo(1) ? 70 : 200);
    g.lo = g.back + upTo(g.planes > 20 ? 3 : 0);
    g.hi = g.planes - g.ahead;
    c.ring = upTo(2) == 0;
    if (c.ring) {
      g.planes = g.hi = 1 + upTo(g.planes > 20 ? 150 : 4);
      g.lo = 0;
    }
    c.apart = n % 4 == 3 ? 3 : 1;
    const int64_t least = upTo(1), parts = 1 + least + upTo(upTo(3) ? 4 : 20), steps = upTo(5);
    const bool isLate = upTo(1) == 1;
    fakeLanes.cards = least ? static_cast<int>(2 + upTo(6)) : 1;
    fakeLanes.crew = upTo(63) == 0;
    SCOPED_TRACE("case " + std::to_string(n) + ": way " + std::to_string(static_cast<int>(c.way)) + ", rank " +
                 std::to_string(c.rank) + ", planes " + std::to_string(g.planes) + ", tile " + std::to_string(g.tile) +
                 ", back " + std::to_string(g.back) + ", ahead " + std::to_string(g.ahead) + ", steps " +
                 std::to_string(c.steps) + ", parts " + std::to_string(parts) + ", exchange every " +
                 std::to_string(steps) + ", cards " + std::to_string(fakeLanes.cards) + (c.ring ? ", a ring" : "") +
                 (isLate ? ", late" : ""));
    fakeLanes.random.seed(static_cast<unsigned>(n));
    runCase(c, parts, steps, isLate);
    if (testing::Test::HasFailure())
      return;
  }
  fakeLanes.cards = 1;
  fakeLanes.crew = false;
}

// A part takes its planes, and those beside them that a round works on, with ghosts.
TEST(Parts, TakesAPartsPlanesAndHalos) {
  const Case c = {Way::Swap, 2, {50, 400, 1, 399, 1, 1, 1}, 20, 0, 0, false, 0, "in core"};
  for (const int64_t steps : {1, 4}) {
    fakeLanes.peak = 0;
    runCase(c, 4, steps);
    const int64_t ghosts = 2, planes = 4 * (100 + 2 * ghosts) + 6 * 2 * steps; // two parts have one neighbour only
    const int64_t plane = 50 * sizeof(uint32_t), factors = 4 * plane, rows = 2 * 4 * 16 * sizeof(uint32_t);
    EXPECT_LE(fakeLanes.peak, static_cast<size_t>(2 * planes * plane + factors + rows));
  }
}

// What the report counts: each of six halos of so many planes, every `steps` steps; A and B both come once, since each
// keeps cells of its edges.
TEST(Parts, ExchangesOnceARound) {
  const Case c = {Way::Spare, 2, {50, 400, 1, 399, 1, 1, 1}, 12, 0, 0, false, 0, "in core"};
  for (const int64_t steps : {1, 3, 4}) {
    const Asked asked(4, steps, false);
    Streamed streamed(c, fakeLanesDevice, kLaneKernels);
    ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
    for (int64_t step = 0; step < c.steps; step++)
      streamed.step(step);
    streamed.run.device->wait(&streamed.run);
    const ksn_exchanged exchanged = ksn_exchanged_of(&streamed.run);
    EXPECT_EQ(exchanged.members, 4);
    EXPECT_EQ(exchanged.steps, steps);
    EXPECT_EQ(exchanged.count, c.steps / steps);
    EXPECT_EQ(exchanged.bytes, c.steps / steps * 6 * steps * 50 * static_cast<int64_t>(sizeof(uint32_t)));
    ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
    streamed.expectAfter(c.steps);
  }
  expectNothingLeft();
}

TEST(Parts, AsManyMembersAsPlanes) {
  for (const int64_t parts : {7, 8, 4096}) {
    const Asked asked(parts, 1, false);
    Streamed streamed({Way::InPlace, 2, {5, 7, 1, 6, 1, 1, 1}, 3, 0, 0, false, 0, "in core"}, fakeLanesDevice,
                      kLaneKernels);
    ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
    EXPECT_EQ(ksn_exchanged_of(&streamed.run).members, 7);
    for (int64_t step = 0; step < 3; step++)
      streamed.step(step);
    ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
    streamed.expectAfter(3);
  }
}

// KASANE_PARTS says how many of the cards work; else all do. Two cards may share a memory.
TEST(Parts, AMemberOnEachCard) {
  const Case c = {Way::Swap, 2, {50, 400, 1, 399, 1, 1, 1}, 12, 0, 0, false, 0, "in core"};
  for (const int64_t parts : {0, 3, 5, 9}) {
    fakeLanes.cards = 5;
    fakeLanes.crew = parts == 0;
    fakeLanes.across = 0;
    const Asked asked(parts, 2, false);
    Streamed streamed(c, fakeLanesDevice, kLaneKernels);
    ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
    for (int64_t step = 0; step < c.steps; step++)
      streamed.step(step);
    streamed.run.device->wait(&streamed.run);
    const ksn_exchanged exchanged = ksn_exchanged_of(&streamed.run);
    EXPECT_EQ(exchanged.members, parts == 3 ? 3 : 5);
    EXPECT_EQ(exchanged.cards[4], 4);
    EXPECT_STREQ(exchanged.wire, "peer");
    EXPECT_EQ(exchanged.bytes, fakeLanes.across);
    EXPECT_GE(exchanged.seconds, static_cast<double>(exchanged.count - 1)); // each takes one; the first one none
    ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
    streamed.expectAfter(c.steps);
  }
  fakeLanes.cards = 1;
  fakeLanes.crew = false;
  expectNothingLeft();
}

// A region of many steps tries longer rounds, also where it is waited for in between, and where memory is short.
TEST(Parts, TriesLongerRoundsOnCards) {
  const size_t all = fakeLanes.freeBytes;
  for (const bool isRing : {false, true})
    for (const bool isShort : {false, true}) {
      const int64_t lo = isRing ? 0 : 1, hi = isRing ? 90 : 89;
      const Case c = {Way::Swap, 2, {5, 90, lo, hi, 1, 1, 1}, 1500, 0, 0, false, 0, "in core", isRing};
      fakeLanes.cards = 3;
      fakeLanes.freeBytes = isShort ? 2500 : all;
      const Asked asked(0, 0, false);
      Streamed streamed(c, fakeLanesDevice, kLaneKernels);
      ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
      for (int64_t step = 0; step < c.steps; step++) {
        streamed.step(step);
        if (step == 30)
          streamed.run.device->wait(&streamed.run);
      }
      streamed.run.device->wait(&streamed.run);
      const ksn_exchanged exchanged = ksn_exchanged_of(&streamed.run);
      EXPECT_GE(exchanged.tried_count, isShort ? 1 : 2);
      EXPECT_GE(exchanged.steps, 1);
      EXPECT_LE(exchanged.steps, isShort ? 4 : 16);
      EXPECT_GT(exchanged.tried[0], 0);
      ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
      streamed.expectAfter(c.steps);
    }
  fakeLanes.cards = 1;
  fakeLanes.freeBytes = all;
  expectNothingLeft();
}

int begin(const Case &c) {
  Streamed streamed(c, fakeLanesDevice, kLaneKernels);
  return ksn_begin(&streamed.run);
}

TEST(PartsDeathTest, Refused) {
  const Asked asked(4, 0, false);
  Case c = {Way::Swap, 2, {50, 400, 1, 399, 1, 1, 1}, 3, 0, 0, false, 0, "in core"};
  const size_t all = fakeLanes.freeBytes;
  fakeLanes.freeBytes = 100000;
  EXPECT_EXIT(begin(c), testing::ExitedWithCode(1), "they take .* with the planes beside them, there are");
  fakeLanes.cards = 2;
  fakeLanes.freeBytes = 50000;
  EXPECT_EXIT(begin(c), testing::ExitedWithCode(1), "among KASANE_DEVICES: they take .* on the fake with the planes");
  fakeLanes.cards = 1;
  fakeLanes.freeBytes = all;
  c.placement = "chunked";
  EXPECT_EXIT(begin(c), testing::ExitedWithCode(1), "they are to be streamed through the device, too");
}

} // namespace
