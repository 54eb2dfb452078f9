// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Tuner/Choose.h"

#include "Machines.h"
#include "Programs.h"

#include <algorithm>

using namespace kasane;
using namespace kasane::build;

namespace {

Decision chosen(const StencilProgram &program, const Pins &pins = {}) {
  return choose(program, pins, kCpuTarget, cpu(), {}, Policy::Model);
}

// Beyond every cache, where a sweep waits for memory.
TEST(Diamonds, AreChosenWhereArraysAreLarge) {
  for (int rank : {2, 3})
    EXPECT_EQ(chosen(heatSwap(rank)).schedule.family, Family::Diamond) << rank;
}

TEST(Diamonds, TheChosenTileIsNotListedBesideItself) {
  for (int rank = 1; rank <= 3; ++rank) {
    const Decision decision = chosen(heatSwap(rank));
    ASSERT_FALSE(decision.stopped.empty());
    for (const Stopped &stopped : decision.stopped)
      EXPECT_NE(stopped.direction, "tile " + spellTile(decision.schedule.tile)) << rank;
  }
}

TEST(Diamonds, AreNotLookedAtWhereTheyCannotBe) {
  for (const StencilProgram &p : {noTime(2), stopping(2, true)})
    for (const Candidate &c : chosen(p).candidates)
      EXPECT_NE(c.schedule.family, Family::Diamond);
  Pins parts; // whose kernels must do with a part of the planes
  parts.distribute = true;
  for (const Candidate &c : chosen(heatSwap(2), parts).candidates)
    EXPECT_NE(c.schedule.family, Family::Diamond);
  for (const Candidate &c : choose(heatSwap(2), {}, kGpuTarget, gpu(), {}, Policy::Model).candidates)
    EXPECT_NE(c.schedule.family, Family::Diamond);
}

// Less comes from memory where a cell stays for more steps, as long as its rows do.
TEST(Diamonds, WiderOnesMoveLess) {
  const StencilProgram p = heatSwap(2);
  Pins narrow, wide;
  narrow.family = wide.family = Family::Diamond;
  narrow.tile = {512, 8, 1};
  wide.tile = {512, 32, 1};
  EXPECT_LT(chosen(p, wide).predicted.moved, 0.5 * chosen(p, narrow).predicted.moved);
}

} // namespace
