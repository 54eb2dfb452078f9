// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches in two lanes that meet once a pass: each finds what both have made in the pass before.
#include "LaneKernels.h"

#include <array>
#include <gtest/gtest.h>

namespace {

using Pair = std::array<uint32_t, 2>; // by lane

uint32_t mixed(const Pair &both, int lane) { return both[0] * 3 + both[1] * 5 + static_cast<uint32_t>(lane); }

// From one set to the other.
void mix(int64_t, void *const *values) {
  auto *const sets = *static_cast<Pair *const *>(values[0]);
  const int lane = *static_cast<const int *>(values[1]), to = *static_cast<const int *>(values[2]);
  sets[to][static_cast<size_t>(lane)] = mixed(sets[1 - to], lane);
}

class Ahead : public testing::TestWithParam<unsigned> {};

TEST_P(Ahead, LanesMeet) {
  fakeLanes.random.seed(GetParam());
  std::array<Pair, 2> sets = {Pair{1, 2}, Pair{0, 0}};
  const ksn_kernel kernel = {"mix", pointerTo(mix), 0};
  ksn_info info = {};
  info.abi = KSN_ABI;
  info.name = info.function = info.file = "ahead";
  info.target = fakeLanesDevice.target;
  info.family = "pivot";
  info.rank = info.depth = 1;
  info.placement = "in core";
  info.fp = "strict";
  info.kernels = &kernel;
  info.kernel_count = 1;
  ksn_field field = {};
  field.name = "sets";
  field.type = KSN_I32;
  field.home = sets.data();
  field.hi[0] = 4;
  field.hi[1] = field.hi[2] = field.stride[0] = 1;
  field.last = 3;
  field.written = 1;
  void *call[8] = {};
  ksn_run run = {};
  run.device = &fakeLanesDevice;
  run.info = &info;
  run.call = call;
  run.fields = &field;
  run.field_count = 1;
  run.steps = 50;
  run.cells = 4;
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  Pair expected = sets[0];
  for (int pass = 0; pass < run.steps; pass++) {
    ksn_pass(&run, 1);
    ksn_meet(&run);
    const size_t one[3] = {1, 1, 1};
    const int to = 1 - pass % 2;
    for (int lane = 0; lane < 2; lane++) {
      const ksn_arg args[] = {KSN_ARG(field.mem), KSN_ARG(lane), KSN_ARG(to)};
      (lane ? ksn_launch_ahead : ksn_launch)(&run, "mix", one, one, 3, args);
    }
    expected = {mixed(expected, 0), mixed(expected, 1)};
  }
  EXPECT_EQ(ksn_end(&run), KSN_RAN);
  EXPECT_EQ(sets[0], expected);
  EXPECT_EQ(fakeLanes.marks, 0);
}

INSTANTIATE_TEST_SUITE_P(Orders, Ahead, testing::Range(0u, 20u));

} // namespace
