// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenCL device in one process: transfers of boxes, limits, failing builds.
#include "Opencl.h"
#include "kasane_rt.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <vector>

namespace {

const char *const kAdd[] = {
    "#pragma OPENCL FP_CONTRACT OFF\n__kernel void add(__global int *A, __global const int *from, long x0, long y0, "
    "long z0,",
    " long sx, long sy, long sz, long first, long last) {\n"
    "  const long at = (x0 + get_global_id(0)) * sx + (y0 + get_global_id(1)) * sy + (z0 + get_global_id(2)) * sz;\n"
    "  if (at >= first && at <= last) A[at] = from[at] + 1000;\n}\n"};
const char *const kBroken[] = {"__kernel void broken(__global int *A) { A[0] = nonsense; }\n"};

ksn_info infoOf(const char *const *source, int count) {
  ksn_info info = {};
  info.abi = KSN_ABI;
  info.name = "opencl_test";
  info.function = "test";
  info.file = "test.c";
  info.line = 1;
  info.target = "opencl";
  info.family = "sweep";
  info.rank = 3;
  info.depth = 1;
  info.placement = "in core";
  info.fp = "strict";
  info.source = source;
  info.source_count = count;
  for (int axis = 0; axis < 3; axis++)
    info.tile[axis] = info.group[axis] = 1;
  return info;
}

ksn_field boxOf(std::vector<int64_t> lo, std::vector<int64_t> hi, std::vector<int64_t> stride, int64_t first,
                int64_t last) {
  ksn_field field = {};
  field.name = "A";
  field.type = KSN_I32;
  for (int k = 0; k < 3; k++) {
    field.lo[k] = lo[k];
    field.hi[k] = hi[k];
    field.stride[k] = stride[k];
  }
  field.first = first;
  field.last = last;
  field.written = 1;
  return field;
}

// One run that adds to the cells of the box: in a spare, which then becomes the field's memory, or in place.
void addOnce(ksn_field field, bool flips) {
  static const ksn_info info = infoOf(kAdd, 2);
  ksn_spare spare = {};
  void *call[8] = {};
  ksn_run run = {};
  run.device = &ksn_opencl_device;
  run.info = &info;
  run.call = call;
  run.fields = &field;
  run.field_count = 1;
  run.spares = flips ? &spare : nullptr;
  run.spare_count = flips ? 1 : 0;
  run.steps = 1;
  run.cells = 1;
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  ksn_pass(&run, 1);
  const size_t one[3] = {1, 1, 1};
  const size_t groups[3] = {static_cast<size_t>(field.hi[0] - field.lo[0]),
                            static_cast<size_t>(field.hi[1] - field.lo[1]),
                            static_cast<size_t>(field.hi[2] - field.lo[2])};
  void *const target = flips ? spare.mem : field.mem;
  const ksn_arg args[] = {KSN_ARG(target),          KSN_ARG(field.mem),       KSN_ARG(field.lo[0]),
                          KSN_ARG(field.lo[1]),     KSN_ARG(field.lo[2]),     KSN_ARG(field.stride[0]),
                          KSN_ARG(field.stride[1]), KSN_ARG(field.stride[2]), KSN_ARG(field.first),
                          KSN_ARG(field.last)};
  ksn_launch(&run, "add", groups, one, 10, args);
  if (flips)
    ksn_flip(&run, 0, 0);
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
}

// By way of a spare, so that its cells, the flip and the way home are seen too. Memory beyond `last` and before `first`
// belongs to the sanitizer.
void addThroughDevice(ksn_field field) {
  std::vector<int32_t> memory(static_cast<size_t>(field.last) + 1);
  std::vector<int32_t> expected(memory.size());
  for (size_t n = 0; n < memory.size(); n++)
    expected[n] = memory[n] = static_cast<int32_t>(n);
  for (int64_t z = field.lo[2]; z < field.hi[2]; z++)
    for (int64_t y = field.lo[1]; y < field.hi[1]; y++)
      for (int64_t x = field.lo[0]; x < field.hi[0]; x++) {
        const int64_t at = x * field.stride[0] + y * field.stride[1] + z * field.stride[2];
        if (at >= field.first && at <= field.last)
          expected[static_cast<size_t>(at)] = static_cast<int32_t>(at) + 1000;
      }
  field.home = memory.data();
  addOnce(field, true);
  EXPECT_EQ(memory, expected);
}

TEST(Opencl, MovesBoxes) {
  KASANE_SKIP_WITHOUT_OPENCL();
  addThroughDevice(boxOf({0, 0, 0}, {7, 5, 3}, {1, 7, 35}, 0, 104)); // whole array
  addThroughDevice(boxOf({1, 1, 1}, {6, 4, 3}, {1, 7, 35}, 0, 104)); // inner
  addThroughDevice(boxOf({1, 1, 1}, {6, 4, 3}, {1, 7, 35}, 44, 96)); // the same, nothing more to touch
  addThroughDevice(boxOf({0, 0, 0}, {7, 5, 3}, {1, 7, 35}, 1, 103)); // flat, corners clipped
  addThroughDevice(boxOf({0, 0, 0}, {7, 5, 3}, {1, 7, 35}, 9, 70));  // planes clipped away
  addThroughDevice(boxOf({0, 0, 0}, {7, 5, 3}, {1, 8, 41}, 0, 120)); // slice not a multiple of the row
  addThroughDevice(boxOf({-1, 0, 0}, {8, 5, 1}, {1, 7, 0}, 0, 34));  // rows overlap
  addThroughDevice(boxOf({3, 0, 0}, {4, 5, 3}, {1, 7, 35}, 0, 104)); // one column
  addThroughDevice(boxOf({0, 0, 0}, {4, 3, 2}, {2, 8, 24}, 0, 47));  // elements that aren't neighbours
  addThroughDevice(boxOf({0, 0, 0}, {9, 1, 1}, {1, 0, 0}, 2, 6));    // 1D
  addThroughDevice(boxOf({2, 0, 0}, {2, 5, 3}, {1, 7, 35}, 0, 104)); // empty
}

// One more run over cells lo .. hi of a line.
void addOnce(int32_t *memory, int64_t lo, int64_t hi, bool flips) {
  ksn_field field = boxOf({lo, 0, 0}, {hi, 1, 1}, {1, 0, 0}, lo, hi - 1);
  field.home = memory;
  addOnce(field, flips);
}

TEST(Opencl, KeepsArraysBetweenRegions) {
  KASANE_SKIP_WITHOUT_OPENCL();
  using Cells = std::vector<int32_t>;
  Cells memory = {0, 1, 2, 3, 4, 5, 6, 7};
  ksn_keep(memory.data(), 0);
  addOnce(memory.data(), 0, 8, true);
  EXPECT_EQ(memory, Cells({0, 1, 2, 3, 4, 5, 6, 7})); // not at home yet
  addOnce(memory.data(), 0, 8, true);
  addOnce(memory.data(), 2, 4, false); // a part of what is kept
  EXPECT_EQ(memory, Cells({0, 1, 2, 3, 4, 5, 6, 7}));
  addOnce(memory.data(), 5, 6, true); // its spare holds no more than the part, so the rest goes home
  EXPECT_EQ(memory, Cells({2000, 2001, 3002, 3003, 2004, 2005, 2006, 2007}));
  ksn_keep_end(memory.data());
  EXPECT_EQ(memory, Cells({2000, 2001, 3002, 3003, 2004, 3005, 2006, 2007}));
  addOnce(memory.data(), 0, 1, false); // nothing is kept any more
  EXPECT_EQ(memory[0], 3000);
}

TEST(Opencl, BringsKeptArraysHomeForOthers) {
  KASANE_SKIP_WITHOUT_OPENCL();
  using Cells = std::vector<int32_t>;
  Cells memory = {0, 1, 2, 3};
  ksn_keep(memory.data(), 0);
  addOnce(memory.data(), 0, 4, true);
  addOnce(memory.data() + 1, 0, 2, false); // reached another way
  EXPECT_EQ(memory, Cells({1000, 2001, 2002, 1003}));
  static const ksn_info info = infoOf(kAdd, 2);
  void *call[8] = {};
  addOnce(memory.data(), 0, 4, true);
  EXPECT_EQ(memory[0], 1000);
  EXPECT_EQ(ksn_decline(&info, call, "for a test"), KSN_ORIGINAL);
  EXPECT_EQ(memory, Cells({2000, 3001, 3002, 2003}));
  ksn_keep_end(memory.data());
}

// Two fields of one array, as a function gets them that reads it twice.
TEST(Opencl, BringsKeptArraysHomeForSeveralNames) {
  KASANE_SKIP_WITHOUT_OPENCL();
  using Cells = std::vector<int32_t>;
  Cells memory = {0, 1, 2, 3};
  static const ksn_info info = infoOf(kAdd, 2);
  ksn_keep(memory.data(), 0);
  addOnce(memory.data(), 0, 4, true);
  for (int call = 0; call < 2; call++) {
    ksn_field fields[2] = {boxOf({0, 0, 0}, {4, 1, 1}, {1, 0, 0}, 0, 3), boxOf({0, 0, 0}, {4, 1, 1}, {1, 0, 0}, 0, 3)};
    void *block[8] = {};
    ksn_run run = {};
    for (ksn_field &field : fields) {
      field.home = memory.data();
      field.written = 0;
    }
    run.device = &ksn_opencl_device;
    run.info = &info;
    run.call = block;
    run.fields = fields;
    run.field_count = 2;
    ASSERT_EQ(ksn_begin(&run), KSN_GO);
    ASSERT_EQ(ksn_end(&run), KSN_RAN);
    EXPECT_EQ(memory, Cells({1000, 1001, 1002, 1003}));
  }
  addOnce(memory.data(), 0, 4, true);
  ksn_keep_end(memory.data());
  EXPECT_EQ(memory, Cells({2000, 2001, 2002, 2003}));
}

// ksn_begin of a region whose info was changed; the reason goes to stderr and the process ends with status 1.
void beginWith(ksn_info info) {
  static int32_t memory[8];
  static ksn_info kept;
  kept = info;
  ksn_field field = boxOf({0, 0, 0}, {8, 1, 1}, {1, 0, 0}, 0, 7);
  field.home = memory;
  if (info.line == 77)
    field.first = field.lo[0] = -1;
  void *call[8] = {};
  ksn_run run = {};
  run.device = &ksn_opencl_device;
  run.info = &kept;
  run.call = call;
  run.fields = &field;
  run.field_count = 1;
  run.steps = 1;
  ksn_begin(&run);
}

void expectRefused(const ksn_info &info, const char *text) {
  EXPECT_EXIT(beginWith(info), testing::ExitedWithCode(1), text);
}

TEST(OpenclDeathTest, RefusesWhatTheDeviceCannot) {
  KASANE_SKIP_WITHOUT_OPENCL();
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  ksn_info wide = infoOf(kAdd, 2);
  wide.group[0] = 1 << 30;
  expectRefused(wide, "is wider than .* allows .*smaller --tile");
  ksn_info many = infoOf(kAdd, 2);
  many.group[0] = many.group[1] = many.group[2] = 64;
  expectRefused(many, "work-items is more than the|is wider than");
  ksn_info local = infoOf(kAdd, 2);
  local.local_bytes = size_t{1} << 40;
  expectRefused(local, "a work-group needs 1.0 TiB of local memory");
  ksn_info below = infoOf(kAdd, 2);
  below.line = 77;
  expectRefused(below, "A is used below its element 0");
}

TEST(OpenclDeathTest, ShowsTheBuildLog) {
  KASANE_SKIP_WITHOUT_OPENCL();
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  expectRefused(infoOf(kBroken, 1), "nonsense(.|\n)*the kernels do not build for");
}

TEST(OpenclDeathTest, GivesTheCompilerFurtherOptions) {
  KASANE_SKIP_WITHOUT_OPENCL();
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  setenv("KASANE_OPENCL_OPTIONS", "-Dx0=1", 1);
  expectRefused(infoOf(kAdd, 2), "the kernels do not build for .* with options '.*-Dx0=1'");
  unsetenv("KASANE_OPENCL_OPTIONS");
}

} // namespace
