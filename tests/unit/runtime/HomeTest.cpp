// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields that share spares: after any flips, each field's values end in its own home.
// And what is counted of the device's memory.
#include "FakeLanes.h"
#include "kasane_rt.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>
extern "C" {
#include "base/Block.h"
#include "base/State.h"
#include "device/Device.h"
#include "run/Room.h"
}

namespace {

constexpr int kRotating = 3; // fields of one shape; one more field has another shape and a spare of its own
constexpr int kFields = kRotating + 1;
constexpr int32_t kOutside = -1; // what surrounds the box in a home

ksn_info infoOf() {
  ksn_info info = {};
  info.abi = KSN_ABI;
  info.name = "home_test";
  info.function = "test";
  info.file = "test.c";
  info.line = 1;
  info.target = "openmp";
  info.family = "overlap";
  info.rank = 2;
  info.depth = 1;
  info.placement = "in core";
  info.fp = "strict";
  return info;
}

// Nothing of it is touched.
TEST(Memory, CountsWhatTheDeviceNeedsForLockedPages) {
  ksn_info info = infoOf();
  ksn_field field = {};
  field.name = "A";
  field.type = KSN_F32;
  field.hi[0] = int64_t{1} << 29;
  field.hi[1] = field.hi[2] = field.stride[0] = 1;
  field.last = field.hi[0] - 1;
  struct ksn_state state = {};
  ksn_run run = {};
  run.device = &fakeLanesDevice;
  run.info = &info;
  run.fields = &field;
  run.field_count = 1;
  run.state = &state;
  const size_t all = fakeLanes.freeBytes;
  fakeLanes.freeBytes = size_t{1} << 40;
  ksn_why why;
  EXPECT_EQ(ksn_check_memory(&run, &why), 0);
  EXPECT_EQ(state.memory, (int64_t{2} << 30) + (int64_t{6} << 20)); // 2 GiB, of which the 448th part is 4.6 MiB
  fakeLanes.freeBytes = size_t{2} << 30;
  EXPECT_NE(ksn_check_memory(&run, &why), 0);
  fakeLanes.freeBytes = all;
}

struct Shape {
  int64_t lo[3], hi[3], stride[3], first, last;
};

const Shape kShapes[] = {{{0, 0, 0}, {5, 3, 1}, {1, 5, 0}, 0, 14},   // whole array
                         {{1, 0, 0}, {4, 3, 1}, {1, 5, 0}, 0, 14},   // columns
                         {{0, 0, 0}, {5, 3, 1}, {1, 5, 0}, 2, 11},   // corners clipped
                         {{0, 0, 0}, {3, 3, 1}, {2, 6, 0}, 0, 16},   // elements that aren't neighbours
                         {{-2, -1, 0}, {3, 2, 1}, {1, 5, 0}, -7, 7}, // from below element 0
                         {{0, 0, 0}, {5, 3, 1}, {1, 5, 0}, 0, -1}};  // touches nothing
const Shape kOther = {{0, 0, 0}, {4, 1, 1}, {1, 0, 0}, 0, 3};

ksn_field fieldOf(const Shape &shape, int32_t *home) {
  ksn_field field = {};
  field.name = "A";
  field.type = KSN_I32;
  field.home = home;
  for (int k = 0; k < 3; k++) {
    field.lo[k] = shape.lo[k];
    field.hi[k] = shape.hi[k];
    field.stride[k] = shape.stride[k];
  }
  field.first = shape.first;
  field.last = shape.last;
  field.written = 1;
  return field;
}

std::vector<int64_t> elementsOf(const Shape &s) {
  std::vector<int64_t> elements;
  for (int64_t y = s.lo[1]; y < s.hi[1]; y++)
    for (int64_t x = s.lo[0]; x < s.hi[0]; x++)
      if (const int64_t at = x * s.stride[0] + y * s.stride[1]; at >= s.first && at <= s.last)
        elements.push_back(at);
  return elements;
}

int32_t updated(int32_t value, int64_t at) { return static_cast<int32_t>((value * 31 + at + 1000) % 100003); }

// One pass per entry of `order`: the field that it updates, by way of a spare of its shape taken at random.
void expectHome(const Shape &shape, int spareCount, const std::vector<int> &order, std::mt19937 &random) {
  static const ksn_info info = infoOf();
  std::vector<std::vector<int32_t>> homes(kFields), expected;
  std::vector<ksn_field> fields;
  for (int f = 0; f < kFields; f++) {
    const Shape &own = f < kRotating ? shape : kOther;
    homes[f].assign(40, kOutside);
    for (int64_t at : elementsOf(own))
      homes[f][static_cast<size_t>(at + 10)] = static_cast<int32_t>(f * 100 + at + 20);
    fields.push_back(fieldOf(own, homes[f].data() + 10));
  }
  expected = homes;
  std::vector<ksn_spare> spares(static_cast<size_t>(spareCount) + 1); // the first one is the other shape's
  spares[0].like = kRotating;
  for (int s = 1; s <= spareCount; s++)
    spares[static_cast<size_t>(s)].like = s % kRotating;
  void *call[8] = {};
  ksn_run run = {};
  run.device = &ksn_host_device;
  run.info = &info;
  run.call = call;
  run.fields = fields.data();
  run.field_count = kFields;
  run.spares = spares.data();
  run.spare_count = spareCount + 1;
  run.steps = static_cast<int64_t>(order.size());
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  for (int f : order) {
    ksn_pass(&run, 1);
    const int s = f == kRotating ? 0 : 1 + static_cast<int>(random() % static_cast<unsigned>(spareCount));
    for (int64_t at : elementsOf(f < kRotating ? shape : kOther)) {
      static_cast<int32_t *>(spares[static_cast<size_t>(s)].mem)[at] =
          updated(static_cast<const int32_t *>(fields[static_cast<size_t>(f)].mem)[at], at);
      int32_t &value = expected[static_cast<size_t>(f)][static_cast<size_t>(at + 10)];
      value = updated(value, at);
    }
    ksn_flip(&run, f, s);
  }
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
  EXPECT_EQ(homes, expected) << testing::PrintToString(order);
}

TEST(Home, EveryShortOrderOfFlips) {
  std::mt19937 random(1);
  for (int length = 0, orders = 1; length <= 6; length++, orders *= kRotating)
    for (int n = 0; n < orders; n++) {
      std::vector<int> order;
      for (int k = 0, rest = n; k < length; k++, rest /= kRotating)
        order.push_back(rest % kRotating);
      expectHome(kShapes[0], 1, order, random);
    }
}

TEST(Home, LongOrdersShapesAndPools) {
  std::mt19937 random(2);
  for (const Shape &shape : kShapes)
    for (int spareCount = 1; spareCount <= 3; spareCount++)
      for (int n = 0; n < 100; n++) {
        std::vector<int> order(random() % 50);
        for (int &f : order)
          f = static_cast<int>(random() % kFields);
        expectHome(shape, spareCount, order, random);
      }
}

struct Large { // a run of one field with a spare, large enough for huge pages
  static constexpr int64_t kCount = int64_t{20} << 20;
  ksn_info info = infoOf();
  std::vector<int32_t> home = std::vector<int32_t>(kCount, 1);
  ksn_field field = fieldOf({{0, 0, 0}, {kCount, 1, 1}, {1, 0, 0}, 0, kCount - 1}, home.data());
  ksn_spare spare = {};
  void *call[8] = {};
  ksn_run run = {};
  explicit Large(int64_t steps = 1) {
    run.device = &ksn_host_device;
    run.info = &info;
    run.call = call;
    run.fields = &field;
    run.field_count = 1;
    run.spares = &spare;
    run.spare_count = 1;
    run.steps = steps;
  }
};

TEST(Home, LargeSpare) {
  Large large;
  ASSERT_EQ(ksn_begin(&large.run), KSN_GO);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(large.spare.mem) % (size_t{2} << 20), 0u);
  ksn_pass(&large.run, 1);
  for (int64_t n = 0; n < Large::kCount; n++)
    static_cast<int32_t *>(large.spare.mem)[n] = static_cast<int32_t>(n);
  ksn_flip(&large.run, 0, 0);
  ASSERT_EQ(ksn_end(&large.run), KSN_RAN);
  EXPECT_EQ(large.home.front(), 0);
  EXPECT_EQ(large.home.back(), Large::kCount - 1);
}

TEST(Home, TheNextCallHasTheSparesOfTheLast) {
  Large large;
  ASSERT_EQ(ksn_begin(&large.run), KSN_GO);
  void *const first = large.spare.mem;
  ksn_pass(&large.run, 1);
  ASSERT_EQ(ksn_end(&large.run), KSN_RAN);
  const int64_t kept = ksn_kept_blocks();
  EXPECT_GE(kept, Large::kCount * 4);
  ASSERT_EQ(ksn_begin(&large.run), KSN_GO);
  EXPECT_EQ(large.spare.mem, first);
  EXPECT_LE(ksn_kept_blocks(), kept - Large::kCount * 4);
  ksn_pass(&large.run, 1);
  ASSERT_EQ(ksn_end(&large.run), KSN_RAN);
}

// `seconds` ago it began.
int64_t hugeOf(int64_t steps, int64_t passes, double seconds) {
  Large large(steps);
  EXPECT_EQ(ksn_begin(&large.run), KSN_GO);
  for (int64_t n = 0; n < Large::kCount; n++)
    static_cast<int32_t *>(large.spare.mem)[n] = 7;
  large.run.state->began -= seconds;
  for (int64_t pass = 0; pass < passes; pass++)
    ksn_pass(&large.run, 1);
  ksn_flip(&large.run, 0, 0);
  const int64_t huge = large.run.state->huge;
  for (int64_t pass = passes; pass < steps; pass++)
    ksn_pass(&large.run, 1);
  EXPECT_EQ(ksn_end(&large.run), KSN_RAN);
  EXPECT_EQ(large.home, std::vector<int32_t>(Large::kCount, 7));
  return huge;
}

TEST(Home, ALongRegionAsksForHugePages) {
  const int64_t all = Large::kCount * 4, most = int64_t{4} << 20;
  EXPECT_EQ(hugeOf(10, 3, 0), 0); // it has just begun
  EXPECT_EQ(hugeOf(10, 10, 0), 0);
  EXPECT_GE(hugeOf(10, 3, 100), all - most);
  EXPECT_LE(hugeOf(10, 3, 100), all); // once
  EXPECT_EQ(hugeOf(1, 1, 0), 0);
  EXPECT_GE(hugeOf(64, 1, 0), all - most); // the spare, before it is touched
  EXPECT_LE(hugeOf(64, 1, 0), all);
}

} // namespace
