// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole arrays on a device that puts off what nobody waits for: what the host looks at is there.
#include "FakeLanes.h"
#include "KernelArrays.h"
#include "kasane_rt.h"

#include <cstring>
#include <gtest/gtest.h>
#include <numeric>

namespace {

constexpr int64_t kCells = 100;

// The cells are one more each, and their sum is element 0 of the other buffer.
void count(int64_t, void *const *values) {
  auto *const cells = argument<uint32_t *>(values, 0);
  for (int64_t x = 0; x < kCells; x++)
    cells[x]++;
  *argument<uint32_t *>(values, 1) = std::accumulate(cells, cells + kCells, 0U);
}

const ksn_kernel kKernels[] = {{"count", reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(&count)), 0}};

ksn_info infoOf() {
  ksn_info info = {};
  info.abi = KSN_ABI;
  info.name = info.function = info.file = "buffers";
  info.target = fakeLanesDevice.target;
  info.family = "sweep";
  info.rank = info.depth = 1;
  info.placement = "in core";
  info.fp = "strict";
  info.kernels = kKernels;
  info.kernel_count = 1;
  info.tile[0] = info.group[0] = 1;
  return info;
}

ksn_field fieldOf(const char *name, int64_t cells) {
  ksn_field field = {};
  field.name = name;
  field.type = KSN_U32;
  field.hi[0] = cells;
  field.hi[1] = field.hi[2] = field.stride[0] = 1;
  field.last = cells - 1;
  field.written = 1;
  return field;
}

ksn_run runOf(const ksn_info &info, ksn_field *fields, int count, void **call) {
  ksn_run run = {};
  run.device = &fakeLanesDevice;
  run.info = &info;
  run.call = call;
  run.fields = fields;
  run.field_count = count;
  return run;
}

TEST(Buffers, WhatIsFetchedIsHome) {
  static const ksn_info info = infoOf();
  std::vector<uint32_t> cells(kCells, 5);
  ksn_field fields[2] = {fieldOf("A", kCells), fieldOf("sum", 1)};
  fields[0].home = cells.data();
  fields[1].hidden = 1;
  void *call[8] = {};
  ksn_run run = runOf(info, fields, 2, call);
  run.steps = 4;
  const size_t one[3] = {1, 1, 1};
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  for (uint32_t step = 1; step <= 4; step++) {
    ksn_pass(&run, 1);
    const ksn_arg args[] = {KSN_ARG(fields[0].mem), KSN_ARG(fields[1].mem)};
    ksn_launch(&run, "count", one, one, 2, args);
    EXPECT_EQ(cells, std::vector<uint32_t>(kCells, 5)) << "nobody has asked for the cells";
    ksn_fetch(&run, 1);
    EXPECT_EQ(*static_cast<const uint32_t *>(fields[1].home), kCells * (5 + step));
  }
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
  EXPECT_EQ(cells, std::vector<uint32_t>(kCells, 9));
  EXPECT_EQ(fakeLanes.allocations, 0);
}

// Members of structs: of 12 bytes each, in a box of which the first and the last row are cut. Their neighbours in the
// structs, of several sizes, are fields of the same run or nobody's. Long: one run, seen from both ends.
TEST(Buffers, MembersOfStructsAreStagedTogether) {
  struct Node {
    uint32_t cells;
    uint16_t half[2];
    uint8_t byte, others[3];
  };
  constexpr int64_t kWidth = 301, kRows = 250; // a box of 900 KB, which several threads go over
  static const ksn_info info = infoOf();
  std::vector<Node> nodes(kWidth * kRows);
  for (size_t n = 0; n < nodes.size(); n++)
    nodes[n] = {static_cast<uint32_t>(n), {static_cast<uint16_t>(n), 7}, static_cast<uint8_t>(n), {1, 2, 3}};
  const std::vector<Node> before = nodes;
  const auto member = [&](const char *name, ksn_type type, void *home, int64_t apart) {
    ksn_field field = fieldOf(name, kWidth);
    field.type = type;
    field.home = home;
    field.apart = apart;
    field.lo[0] = 2;
    field.hi[0] = kWidth - 1;
    field.hi[1] = kRows;
    field.stride[1] = kWidth;
    field.first = 5;
    field.last = kWidth * kRows - 9;
    return field;
  };
  ksn_field fields[] = {member("cells", KSN_U32, &nodes[0].cells, 3), member("half", KSN_U16, &nodes[0].half[0], 6),
                        member("byte", KSN_U8, &nodes[0].byte, 12)};
  for (int left = 0; left < 3; left++)
    for (int right = left + 1; right < 3; right++)
      EXPECT_TRUE(ksn_disjoint(fields, left, right));
  void *call[8] = {};
  ksn_run run = runOf(info, fields, 3, call);
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  auto *const cells = static_cast<uint32_t *>(fields[0].mem);
  auto *const half = static_cast<uint16_t *>(fields[1].mem);
  auto *const byte = static_cast<uint8_t *>(fields[2].mem);
  const auto isThere = [&](int64_t n) {
    return n >= 5 && n <= kWidth * kRows - 9 && n % kWidth >= 2 && n % kWidth < kWidth - 1;
  };
  for (int64_t n = 0; n < kWidth * kRows; n++)
    if (isThere(n)) {
      ASSERT_EQ(cells[n], static_cast<uint32_t>(n));
      ASSERT_EQ(half[n], static_cast<uint16_t>(n));
      ASSERT_EQ(byte[n], static_cast<uint8_t>(n));
      cells[n] = ~cells[n];
      half[n] = static_cast<uint16_t>(n + 3);
      byte[n] = static_cast<uint8_t>(n + 5);
    }
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
  for (int64_t n = 0; n < kWidth * kRows; n++) {
    Node want = before[static_cast<size_t>(n)];
    if (isThere(n)) {
      want.cells = ~want.cells;
      want.half[0] = static_cast<uint16_t>(n + 3);
      want.byte = static_cast<uint8_t>(n + 5);
    }
    ASSERT_EQ(memcmp(&want, &nodes[static_cast<size_t>(n)], sizeof want), 0) << "node " << n;
  }
  EXPECT_EQ(fakeLanes.allocations, 0);
}

} // namespace
