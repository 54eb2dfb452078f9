// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StreamEnds.h"

#include "Rings.h"

using namespace kasane;
using namespace kasane::build;

namespace {

StencilProgram boxSwap() {
  ExprPtr box = at(A);
  for (int64_t z : {-1, 0, 1})
    for (int64_t y : {-1, 0, 1})
      for (int64_t x : {-1, 0, 1})
        box = box + at(A, x, y, z);
  return overTime(program({store(B, box)}, 3), 2, {1, 0});
}

struct Streamed {
  Cone cone;
  Stream stream;
  StreamEnds ends;
  Streamed(const StencilProgram &p, int depth, int64_t cells = 1)
      : cone(coneOf(p, depth, false)), stream(streamOf(p, cone)),
        ends(stream, cone, streamBlockOf(stream, {8 * cells - 2 * depth, 8 - 2 * depth, 16}, {8, 8, 1})) {}
};

// Its levels are a plane apart, and each wants one more of the one before: two iterations for each.
TEST(StreamEnds, ACrossFillsByTwoPlanesAStep) {
  const Streamed s(heatSwap(3), 2);
  EXPECT_EQ(s.stream.first(), -2);
  EXPECT_EQ(s.ends.behind(), 2);
  EXPECT_EQ(s.ends.fill(), 4);
  EXPECT_EQ(s.ends.drain(), 0);
  const std::vector<StreamLevel> &levels = s.stream.levels;
  EXPECT_EQ(s.ends.wantedOf(levels[0], {false, -2}).from, 2);
  EXPECT_EQ(s.ends.wantedOf(levels[0], {false, 0}).from, 0);
  EXPECT_EQ(s.ends.wantedOf(levels[1], {false, 1}).from, 1);
  EXPECT_EQ(s.ends.wantedOf(levels[1], {false, 2}).from, 0);
}

// Corners lie a plane further behind, and the first step is done before the last.
TEST(StreamEnds, ABoxDrainsToo) {
  const Streamed s(boxSwap(), 2);
  EXPECT_EQ(s.ends.behind(), 4);
  EXPECT_EQ(s.ends.fill(), 6);
  EXPECT_EQ(s.ends.drain(), 1);
  const std::vector<StreamLevel> &levels = s.stream.levels;
  EXPECT_EQ(s.ends.wantedOf(levels[0], {true, 2}).until, 1);
  EXPECT_EQ(s.ends.wantedOf(levels[0], {true, 3}).until, 0);
  EXPECT_EQ(s.ends.wantedOf(levels[1], {true, 3}).until, 1);
}

TEST(StreamEnds, PlanesBeyondTheHaloAreNotWanted) {
  const Streamed s(boxSwap(), 2);
  const StreamVersion &loaded = s.stream.versions[0];
  EXPECT_FALSE(s.ends.isWanted(loaded, {false, -2}, -1));
  EXPECT_TRUE(s.ends.isWanted(loaded, {false, -2}, 0));
  EXPECT_TRUE(s.ends.isWanted(loaded, {true, 1}, 0));
  EXPECT_FALSE(s.ends.isWanted(loaded, {true, 1}, 1));
  EXPECT_TRUE(s.ends.isWanted(s.stream.versions[1], {true, 3}, -3));
  EXPECT_FALSE(s.ends.isWanted(s.stream.versions[1], {true, 3}, -2));
}

// Bodies that aren't even worth unrolling don't stand one after the other.
TEST(StreamEnds, LongBodiesHaveNone) {
  EXPECT_EQ(Streamed(boxSwap(), 2).ends.longest(), 72);
  const Streamed s(boxSwap(), 2, 32);
  EXPECT_EQ(s.ends.fill(), 0);
  EXPECT_EQ(s.ends.drain(), 0);
}

} // namespace
