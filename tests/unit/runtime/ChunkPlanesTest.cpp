// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement chunked: which planes are moved, and of which arrays they can be.
#include "FakeLanes.h"
#include "Streamed.h"
#include <gtest/gtest.h>

namespace {

const void *pointerTo(LaneKernel kernel) { return reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(kernel)); }
const ksn_kernel kKernels[] = {{"cover", pointerTo(coverNext), 0},
                               {"other", pointerTo(writeOther), 0},
                               {"quick", pointerTo(writeQuick), 0},
                               {"endless", pointerTo(writeEndless), 0}};

// Nothing comes early for a last visit that uses an array more than this one: the others lie elsewhere then, and all of
// their planes would come again.
TEST(Chunk, BringsNothingForALastVisitThatDiffers) {
  const int64_t bytes = 50 * 200 * sizeof(uint32_t), factors = 50 * sizeof(uint32_t);
  for (const int64_t visits : {2, 5}) {
    fakeLanes.moved[0] = fakeLanes.moved[1] = 0;
    expectStreams({Way::ReadsLast, 2, {50, 200, 1, 199, 1, 1, 1}, 4 * visits, 10, 4}, fakeLanesDevice, kKernels);
    EXPECT_EQ(fakeLanes.moved[0], (2 * visits + 1) * bytes); // A, B, and D once
    EXPECT_EQ(fakeLanes.moved[1], 3 * visits * bytes + factors);
  }
}

// Of `width` elements in each of the planes, which begin `stride` elements after one another.
int begun(int64_t width, int64_t stride) {
  Streamed streamed({Way::Swap, 2, {50, 100, 1, 99, 1, 1, 1}, 0, 10, 2}, fakeLanesDevice, kKernels);
  for (const size_t f : {0, 2}) {
    streamed.fields[f].hi[0] = width;
    streamed.fields[f].stride[1] = stride;
  }
  const int how = ksn_begin(&streamed.run);
  ksn_end(&streamed.run);
  return how;
}

TEST(ChunkDeathTest, PlanesLieOneBehindTheOther) {
  EXPECT_EQ(begun(50, 50), KSN_GO);
  EXPECT_EQ(begun(25, 50), KSN_GO);
  for (const int64_t width : {51, 52, 75, 99, 100, 101, 150})
    EXPECT_EXIT(begun(width, 50), testing::ExitedWithCode(1), "the planes of A don't lie one behind the other");
}

} // namespace
