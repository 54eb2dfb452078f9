// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole arrays on a device that puts off what nobody waits for: what the host looks at is there.
#include "FakeLanes.h"
#include "KernelArrays.h"
#include "kasane_rt.h"

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

TEST(Buffers, WhatIsFetchedIsHome) {
  static const ksn_info info = infoOf();
  std::vector<uint32_t> cells(kCells, 5);
  ksn_field fields[2] = {fieldOf("A", kCells), fieldOf("sum", 1)};
  fields[0].home = cells.data();
  fields[1].hidden = 1;
  void *call[8] = {};
  ksn_run run = {};
  run.device = &fakeLanesDevice;
  run.info = &info;
  run.call = call;
  run.fields = fields;
  run.field_count = 2;
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

} // namespace
