// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of passes between two exchanges, on networks from one cabinet's to a slow line, and 2 to 4096 members.
#include <gtest/gtest.h>
extern "C" {
#include "parts/Pace.h"
}

namespace {

// 512 planes of 512 x 512 floats, 7 points, 10 Gcells/s a member that has a neighbour on both sides.
ksn_pace paceOf(int64_t members, double latency, double rate) {
  ksn_pace pace = {};
  pace.latency = latency;
  pace.rate = rate;
  pace.depth = pace.halo = pace.launches = 1;
  pace.own = 4096 / members < 1 ? 1 : 4096 / members;
  pace.planes = pace.own;
  pace.most = pace.own < 64 ? pace.own : 64;
  pace.sides = 2;
  pace.bytes = 512 * 512 * 4;
  pace.plane_seconds = 512 * 512 / 1e10;
  return pace;
}

TEST(Pace, IsOneWhereNothingIsGained) {
  for (const int64_t members : {16, 64, 256, 1024, 4096}) {
    const ksn_pace pace = paceOf(members, 0, 1e12);
    EXPECT_EQ(ksn_pace_best(&pace), 1) << members;
  }
}

TEST(Pace, GrowsWithLatency) {
  for (const int64_t members : {16, 64, 256}) {
    int64_t before = 1;
    for (const double latency : {0.0, 5e-6, 5e-5, 2e-4, 1e-3, 1e-2}) {
      const ksn_pace pace = paceOf(members, latency, 1e10);
      const int64_t best = ksn_pace_best(&pace);
      EXPECT_GE(best, before) << members << " members, " << latency << " s";
      EXPECT_LE(best, pace.most);
      before = best;
    }
    EXPECT_GT(before, 1) << members;
  }
}

TEST(Pace, NeverMoreThanAPartHasPlanes) {
  const ksn_pace pace = paceOf(4096, 1, 1e8);
  EXPECT_EQ(ksn_pace_best(&pace), 1);
}

TEST(Pace, OneStepIsTheMiddleAndTheEndsWhereThatHidesTheExchange) {
  const ksn_pace pace = paceOf(16, 1e-6, 1e11);
  EXPECT_NEAR(ksn_pace_seconds(&pace, 1), 256 * pace.plane_seconds, 1e-9);
}

TEST(Pace, TheFirstRoundIsNotMeasured) {
  ksn_pace pace = {};
  EXPECT_FALSE(ksn_pace_note(&pace, 1, 10, 100, 1e-9));
  EXPECT_EQ(pace.plane_seconds, 0);
  EXPECT_FALSE(ksn_pace_note(&pace, 1, 10, 100, 5e-3));
  EXPECT_FALSE(ksn_pace_note(&pace, 1, 10, 100, 3e-3));
  EXPECT_FALSE(ksn_pace_note(&pace, 1, 0, 100, 0)); // a rank without planes
  EXPECT_TRUE(ksn_pace_note(&pace, 1, 10, 100, 4e-3));
  EXPECT_DOUBLE_EQ(pace.plane_seconds, 3e-4);
}

} // namespace
