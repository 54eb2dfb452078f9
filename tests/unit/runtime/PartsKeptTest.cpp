// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What members keep between regions: whatever regions follow each other, whichever arrays are kept, and whatever lane
// is quicker than the others, the arrays end as if one member had had all of them. What is kept isn't moved.
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

struct Environment {
  Environment() : env(*const_cast<ksn_env *>(ksn_environment())), before(env) {}
  ~Environment() {
    env = before;
    fakeLanes.cards = 1;
    fakeLanes.crew = false;
  }
  Environment(const Environment &) = delete;
  ksn_env &env;
  const ksn_env before;
};

class Regions {
public:
  Regions(const Case &c, const std::vector<bool> &kept) : case_(c), streamed(c, fakeLanesDevice, kLaneKernels) {
    const std::vector<uint32_t> *arrays[] = {&streamed.a, &streamed.b, &streamed.c, &streamed.factors};
    for (size_t n = 0; n < std::size(arrays); n++)
      if (kept[n])
        kept_.push_back(arrays[n]->data());
    for (const uint32_t *array : kept_)
      ksn_keep(array, 0);
  }
  Regions(const Regions &) = delete;

  // Fields of the planes that kernels look at, or of all; A has all of them where that is asked for.
  void narrow(bool isSo, bool butForA = false) {
    const Grid &g = case_.shape;
    for (ksn_field &field : streamed.fields) {
      const int axis = case_.rank - 1;
      if (field.stride[axis] == 0)
        continue;
      const bool isNarrow = isSo && !(butForA && &field == streamed.fields.data());
      field.lo[axis] = isNarrow ? g.lo - g.back : 0;
      field.hi[axis] = isNarrow ? g.hi + g.ahead : g.planes;
      field.first = field.lo[axis] * g.width;
      field.last = field.hi[axis] * g.width - 1;
    }
  }

  // Bytes that went between home and the members before the first step.
  int64_t make(int64_t steps) {
    streamed.run.steps = steps;
    EXPECT_EQ(ksn_begin(&streamed.run), KSN_GO);
    const int64_t moved = streamed.run.state->moved;
    for (int64_t step = 0; step < steps; step++)
      streamed.step(made_++);
    EXPECT_EQ(ksn_end(&streamed.run), KSN_RAN);
    return moved;
  }

  void end() {
    for (const uint32_t *array : kept_)
      ksn_keep_end(array);
    streamed.expectAfter(made_);
    EXPECT_EQ(fakeLanes.allocations, 0);
    EXPECT_EQ(fakeLanes.marks, 0);
  }

private:
  Case case_;
  Streamed streamed;
  std::vector<const uint32_t *> kept_;
  int64_t made_ = 0;
};

TEST(PartsKept, ManyRegions) {
  std::mt19937 random(2027);
  const auto upTo = [&](int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(random); };
  const Environment asked;
  for (int n = 0; n < 1000; n++) {
    Case c = {static_cast<Way>(upTo(4)), static_cast<int>(1 + upTo(2)), {}, 1000, 0, 0, upTo(1) == 1, 0, "in core"};
    Grid &g = c.shape;
    g.width = c.rank == 1 ? 1 : 1 + upTo(4);
    g.back = upTo(3);
    g.ahead = upTo(3);
    g.tile = 1 + upTo(6);
    g.planes = g.back + g.ahead + 1 + upTo(80);
    g.lo = g.back + upTo(g.planes > 20 ? 3 : 0);
    g.hi = g.planes - g.ahead;
    c.ring = upTo(2) == 0;
    if (c.ring) {
      g.planes = g.hi = 1 + upTo(80);
      g.lo = 0;
    }
    const bool mayNarrow = !c.ring && c.way != Way::Spare && c.way != Way::Renewed;
    fakeLanes.cards = upTo(1) ? static_cast<int>(2 + upTo(4)) : 1;
    fakeLanes.crew = upTo(63) == 0;
    fakeLanes.random.seed(static_cast<unsigned>(n));
    asked.env.parts = 2 + upTo(5);
    SCOPED_TRACE("case " + std::to_string(n) + ": way " + std::to_string(static_cast<int>(c.way)) + ", rank " +
                 std::to_string(c.rank) + ", planes " + std::to_string(g.planes) + ", back " + std::to_string(g.back) +
                 ", ahead " + std::to_string(g.ahead) + ", cards " + std::to_string(fakeLanes.cards) +
                 (c.ring ? ", a ring" : ""));
    Regions regions(c, {upTo(3) > 0, upTo(3) > 0, upTo(3) > 0, upTo(3) > 0});
    for (int64_t region = 0, count = 1 + upTo(5); region < count; region++) {
      asked.env.steps = upTo(4);
      if (upTo(7) == 0)
        asked.env.parts = 1 + (c.ring || upTo(6)) + upTo(5); // one member sees no ring
      regions.narrow(mayNarrow && upTo(1));
      regions.make(upTo(6));
    }
    regions.end();
    if (testing::Test::HasFailure())
      return;
  }
}

TEST(PartsKept, MovesNothing) {
  const Environment asked;
  asked.env.parts = 4;
  for (const Way way : {Way::Spare, Way::Swap, Way::InPlace, Way::Renewed, Way::Reads}) {
    Regions regions({way, 2, {50, 400, 1, 399, 1, 1, 1}, 1000, 0, 0, false, 0, "in core"}, {true, true, true, true});
    EXPECT_GT(regions.make(3), 0);
    EXPECT_EQ(regions.make(0), 0);
    EXPECT_EQ(regions.make(4), 0);
    asked.env.steps = 3; // more planes beside a part's own
    EXPECT_EQ(regions.make(4), 0);
    regions.end();
  }
}

// Of an array that isn't kept whole, what lacks comes from home.
TEST(PartsKept, MovesWhatLacks) {
  const Environment asked;
  asked.env.parts = 3;
  const int64_t width = 50, plane = width * static_cast<int64_t>(sizeof(uint32_t));
  Regions regions({Way::InPlace, 2, {width, 60, 5, 50, 1, 1, 1}, 1000, 0, 0, false, 0, "in core"},
                  {true, true, true, true});
  regions.narrow(true); // each member has the factors
  EXPECT_EQ(regions.make(2), (2 * 47 + 3) * plane);
  regions.narrow(true, true); // four planes before, nine behind: the cut is another one then
  EXPECT_EQ(regions.make(2), (60 + 47 + 3) * plane);
  regions.narrow(false);
  EXPECT_EQ(regions.make(2), (4 + 9) * plane);
  regions.narrow(true);
  EXPECT_EQ(regions.make(2), 0);
  regions.end();
}

// Another number of members: all comes home, and goes to them anew.
TEST(PartsKept, AnotherCut) {
  const Environment asked;
  Regions regions({Way::Swap, 2, {50, 60, 1, 59, 1, 1, 1}, 1000, 0, 0, false, 0, "in core"}, {true, true, true, true});
  asked.env.parts = 4;
  const int64_t plane = 50 * sizeof(uint32_t);
  EXPECT_EQ(regions.make(2), (2 * 60 + 4) * plane);
  asked.env.parts = 3;
  EXPECT_EQ(regions.make(3), (2 * 60 + 3) * plane);
  EXPECT_EQ(regions.make(3), 0);
  regions.end();
}

} // namespace
