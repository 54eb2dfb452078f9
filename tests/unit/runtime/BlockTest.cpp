// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the runtime's own: what is given back is there for the next one who needs as much.
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>
extern "C" {
#include "base/Block.h"
}

namespace {

ksn_block taken(size_t bytes) {
  ksn_block block = {};
  EXPECT_EQ(ksn_take_block(bytes, &block), 0);
  EXPECT_GE(block.bytes, bytes);
  static_cast<char *>(block.memory)[0] = static_cast<char *>(block.memory)[bytes - 1] = 1;
  return block;
}

void give(std::vector<ksn_block> blocks) {
  for (ksn_block &block : blocks) {
    ksn_give_block(&block);
    EXPECT_EQ(block.memory, nullptr);
    ksn_give_block(&block); // of none
  }
}

constexpr size_t kMiB = size_t{1} << 20;

TEST(Block, IsAligned) {
  for (const auto &[bytes, unit] :
       {std::pair<size_t, size_t>{64, 64}, {5000, 4096}, {kMiB, 4096}, {5 * kMiB, 2 * kMiB}}) {
    const ksn_block block = taken(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block.memory) % unit, 0u) << bytes;
    give({block});
  }
}

TEST(Block, TheSmallestThatIsLargeEnoughIsTakenAgain) {
  const ksn_block small = taken(70 * kMiB), large = taken(80 * kMiB);
  give({large, small});
  const ksn_block again = taken(70 * kMiB - 5000), next = taken(70 * kMiB);
  EXPECT_EQ(again.memory, small.memory);
  EXPECT_EQ(next.memory, large.memory);
  EXPECT_EQ(next.bytes, 80 * kMiB);
  give({again, next});
}

TEST(Block, NoMoreThanTwiceTheMemoryIsTaken) {
  const ksn_block large = taken(400 * kMiB);
  give({large});
  const ksn_block small = taken(200 * kMiB);
  EXPECT_NE(small.memory, large.memory);
  const ksn_block fits = taken(201 * kMiB);
  EXPECT_EQ(fits.memory, large.memory);
  give({small, fits});
}

TEST(Block, SmallOnesAndTooManyAreNotKept) {
  std::vector<ksn_block> blocks;
  for (int b = 0; b < 40; b++)
    blocks.push_back(taken(kMiB));
  give(blocks);
  EXPECT_LE(ksn_kept_blocks(), static_cast<int64_t>(16 * 40 * kMiB));
  const int64_t kept = ksn_kept_blocks();
  EXPECT_GE(kept, static_cast<int64_t>(16 * kMiB));
  give({taken(1000)});
  EXPECT_EQ(ksn_kept_blocks(), kept);
}

TEST(Block, AsksForWholeHugePages) {
  const ksn_block block = taken(8 * kMiB);
  char *const from = static_cast<char *>(block.memory);
  EXPECT_EQ(ksn_ask_for_huge_pages(from + 64, 8 * kMiB - 64, 0), static_cast<int64_t>(6 * kMiB));
  EXPECT_EQ(ksn_ask_for_huge_pages(from + 64, 2 * kMiB, 0), 0);
  EXPECT_EQ(ksn_ask_for_huge_pages(from, 8 * kMiB, 1), static_cast<int64_t>(8 * kMiB));
  EXPECT_EQ(from[0], 1); // what has been touched stays as it is
  EXPECT_EQ(from[8 * kMiB - 1], 1);
  give({block});
}

} // namespace
