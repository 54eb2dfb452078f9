// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of neighbours against their forms, in all integer types.
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>
extern "C" {
#include "kasane_rt.h"
}

namespace {

template <class T> int holds(const std::vector<T> &table, long long distance, int ends, long long factor = 1) {
  const long long n = static_cast<long long>(table.size());
  return ksn_index_table(table.data(), sizeof(T), T(-1) < T(0), n, 0, n, 0, n, distance, ends, factor);
}

TEST(IndexTable, KnowsTheFormsOfBothEnds) {
  EXPECT_EQ(holds<int>({1, 2, 3, 4, 5}, 1, 0), 1);
  EXPECT_EQ(holds<int>({1, 2, 3, 4, 4}, 1, 1), 1);
  EXPECT_EQ(holds<int>({0, 0, 1, 2, 3}, -1, 1), 1);
  EXPECT_EQ(holds<int>({2, 3, 4, 0, 1}, 2, 2), 1);
  EXPECT_EQ(holds<int>({4, 0, 1, 2, 3}, -1, 2), 1);
  EXPECT_EQ(holds<int>({2, 1, 0, 1, 2}, -2, 3), 1);
  EXPECT_EQ(holds<int>({1, 2, 3, 4, 3}, 1, 3), 1);
  EXPECT_EQ(holds<int>({1, 0, 0, 1, 2}, -2, 4), 1);
  EXPECT_EQ(holds<int>({0, 7, 14, 21}, 0, 0, 7), 1);
}

TEST(IndexTable, SeesEveryOtherElement) {
  const std::vector<int> ring = {1, 2, 3, 4, 0};
  for (size_t k = 0; k < ring.size(); k++) {
    std::vector<int> other = ring;
    other[k] += 5;
    EXPECT_EQ(holds(other, 1, 2), 0) << k;
  }
}

TEST(IndexTable, ReadsEachType) {
  EXPECT_EQ(holds<int8_t>({-1, 0, 1}, -1, 0), 1);
  EXPECT_EQ(holds<uint8_t>({255, 0, 1}, -1, 0), 0);
  EXPECT_EQ(holds<uint16_t>({1, 2, 2}, 1, 1), 1);
  EXPECT_EQ(holds<uint32_t>({UINT32_MAX, 0, 1}, -1, 0), 0);
  EXPECT_EQ(holds<int64_t>({1, 2, 0}, 1, 2), 1);
  EXPECT_EQ(holds<int64_t>({1, 2, int64_t(1) << 32}, 1, 2), 0);
}

TEST(IndexTable, LooksAtNothingThatIsNotThere) {
  const int table[3] = {1, 2, 0};
  EXPECT_EQ(ksn_index_table(table, 4, 1, 3, 0, 4, 0, 3, 1, 2, 1), 0);
  EXPECT_EQ(ksn_index_table(table, 4, 1, 3, -1, 3, 0, 3, 1, 2, 1), 0);
  EXPECT_EQ(ksn_index_table(table, 4, 1, 0, 0, 1, 0, 3, 1, 2, 1), 0); // of no elements
  EXPECT_EQ(ksn_index_table(nullptr, 4, 1, -1, 0, 3, 0, 3, 1, 2, 1), 0);
  EXPECT_EQ(ksn_index_table(nullptr, 4, 1, -1, 0, 0, 0, 0, 1, 2, 1), 1);
  EXPECT_EQ(ksn_index_table(table, 4, 1, 3, 0, 1, 0, 1, 1, 2, 1), 0); // a ring of one cell has no other neighbour
}

} // namespace
