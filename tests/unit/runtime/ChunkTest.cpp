// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement chunked over a fake of CUDA's runtime: whatever the slab, the steps of a visit, the tiles and the reach of the kernels,
// the arrays end as if all of them had been on the device. The fake's memory ends where it ends, so that a sanitizer sees a plane
// that isn't there.
#include "FakeCuda.h"
#include "kasane_rt.h"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace {

// What the kernels know: planes of `width` elements, those in lo..hi are updated, from back before to ahead behind.
struct Grid {
  int64_t width, planes, lo, hi, tile, back, ahead;
};
const Grid *grid;

template <class T> T &value(void **values, int n) { return *static_cast<T *>(values[n]); }

// A block is a tile of planes, as many as there are along the slowest axis.
template <class Cell> void overPlanes(dim3 blocks, void **values, const Cell &cell) {
  const int64_t tiles = std::max({blocks.x, blocks.y, blocks.z}), from = value<int64_t>(values, 2), until = value<int64_t>(values, 3);
  EXPECT_EQ(tiles, (until - from + grid->tile - 1) / grid->tile);
  for (int64_t plane = from; plane < until; plane++)
    for (int64_t x = 0; x < grid->width; x++)
      cell(plane, plane * grid->width + x);
}

bool isInner(int64_t plane) { return plane >= grid->lo && plane < grid->hi; }

uint32_t mixed(const uint32_t *from, int64_t at) {
  return from[at] * 3 + from[at - grid->back * grid->width] * 5 + from[at + grid->ahead * grid->width] * 7 + 1;
}

// next covers: A and its spare.
void coverNext(dim3 blocks, dim3, void **values) {
  const uint32_t *const a = value<uint32_t *>(values, 0);
  uint32_t *const next = value<uint32_t *>(values, 1);
  overPlanes(blocks, values, [&](int64_t plane, int64_t at) { next[at] = isInner(plane) ? mixed(a, at) : a[at]; });
}

// B's inner planes from A, and the other way round.
void writeOther(dim3 blocks, dim3, void **values) {
  const uint32_t *const a = value<uint32_t *>(values, 0);
  uint32_t *const b = value<uint32_t *>(values, 1);
  overPlanes(blocks, values, [&](int64_t plane, int64_t at) {
    if (isInner(plane))
      b[at] += mixed(a, at);
  });
}

const void *pointerTo(FakeKernel kernel) { return reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(kernel)); }

enum class Way { Spare, Swap, InPlace };

struct Case {
  Way way;
  int rank;
  Grid shape;
  int64_t steps;
  int slab, visit;
};

std::vector<uint32_t> noise(const Grid &g, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> out(static_cast<size_t>(g.width * g.planes));
  for (uint32_t &v : out)
    v = random();
  return out;
}

// The same on plain arrays.
void onHost(const Case &c, std::vector<uint32_t> &a, std::vector<uint32_t> &b) {
  const auto update = [&](const std::vector<uint32_t> &from, std::vector<uint32_t> &to, bool adds) {
    for (int64_t at = c.shape.lo * c.shape.width; at < c.shape.hi * c.shape.width; at++)
      to[static_cast<size_t>(at)] = mixed(from.data(), at) + (adds ? to[static_cast<size_t>(at)] : 0);
  };
  for (int64_t step = 0; step < c.steps; step++) {
    if (c.way == Way::Spare) {
      std::vector<uint32_t> next = a;
      update(a, next, false);
      a = next;
      continue;
    }
    update(step % 2 && c.way == Way::Swap ? b : a, step % 2 && c.way == Way::Swap ? a : b, true);
    if (c.way == Way::InPlace)
      update(b, a, true);
  }
}

ksn_field fieldOf(const Case &c, std::vector<uint32_t> &home, const char *name) {
  ksn_field field = {};
  field.name = name;
  field.type = KSN_U32;
  field.home = home.data();
  for (int axis = 0; axis < 3; axis++)
    field.hi[axis] = 1;
  if (c.rank > 1) {
    field.hi[0] = c.shape.width;
    field.stride[0] = 1;
  }
  field.hi[c.rank - 1] = c.shape.planes;
  field.stride[c.rank - 1] = c.rank > 1 ? c.shape.width : 1;
  if (c.rank == 3)
    field.stride[1] = c.shape.width;
  field.last = c.shape.width * c.shape.planes - 1;
  field.written = 1;
  return field;
}

struct Region {
  explicit Region(const Case &c)
      : shape(c.shape), covering{{int(shape.back), int(shape.ahead), 0}, {0, 0, KSN_COVERS}},
        other{{int(shape.back), int(shape.ahead), 0}, {0, 0, KSN_WRITES}},
        windows{{"cover", int(shape.tile), 0, 2, 0, 2, covering}, {"other", int(shape.tile), 0, 2, 0, 2, other}} {
    info.abi = KSN_ABI;
    info.name = info.function = info.file = "chunk_test";
    info.target = "cuda";
    info.family = c.way == Way::Spare ? "overlap" : "sweep";
    info.rank = c.rank;
    info.depth = 1;
    info.placement = "chunked";
    info.fp = "contract";
    info.kernels = kernels;
    info.kernel_count = info.window_count = 2;
    info.windows = windows;
    info.slab = c.slab;
    info.visit_steps = c.visit;
    for (int axis = 0; axis < 3; axis++)
      info.tile[axis] = info.group[axis] = 1;
  }
  Grid shape;
  ksn_reach covering[2], other[2];
  ksn_window windows[2];
  ksn_kernel kernels[2] = {{"cover", pointerTo(coverNext), 0}, {"other", pointerTo(writeOther), 0}};
  ksn_info info = {};
};

void launch(ksn_run &run, const Case &c, const char *kernel, void *&from, void *&to) {
  const int64_t start = 0, until = c.shape.planes;
  const size_t one[3] = {1, 1, 1};
  size_t groups[3] = {1, 1, 1};
  groups[c.rank - 1] = ksn_groups(c.shape.planes, c.shape.tile);
  const ksn_arg args[] = {KSN_ARG(from), KSN_ARG(to), KSN_ARG(start), KSN_ARG(until)};
  ksn_launch(&run, kernel, groups, one, 4, args);
}

void runCase(const Case &c) {
  grid = &c.shape;
  std::vector<uint32_t> a = noise(c.shape, 1), b = noise(c.shape, 2), wantA = a, wantB = b;
  onHost(c, wantA, wantB);
  const Region region(c);
  ksn_field fields[] = {fieldOf(c, a, "A"), fieldOf(c, b, "B")};
  ksn_spare spare = {};
  void *call[8] = {};
  ksn_run run = {};
  run.device = &ksn_cuda_device;
  run.info = &region.info;
  run.call = call;
  run.fields = fields;
  run.field_count = c.way == Way::Spare ? 1 : 2;
  run.spares = &spare;
  run.spare_count = c.way == Way::Spare;
  run.steps = c.steps;
  run.cells = static_cast<double>(a.size());
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  for (int64_t step = 0; step < c.steps; step++) {
    ksn_pass(&run, 1);
    if (c.way == Way::Spare) {
      launch(run, c, "cover", fields[0].mem, spare.mem);
      ksn_flip(&run, 0, 0);
      continue;
    }
    const int from = c.way == Way::Swap ? static_cast<int>(step % 2) : 0;
    launch(run, c, "other", fields[from].mem, fields[1 - from].mem);
    if (c.way == Way::InPlace)
      launch(run, c, "other", fields[1].mem, fields[0].mem);
  }
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
  EXPECT_EQ(a, wantA);
  if (c.way != Way::Spare) {
    EXPECT_EQ(b, wantB);
  }
  EXPECT_EQ(fakeCuda.allocations, 0);
  EXPECT_TRUE(fakeCuda.locked.empty());
}

TEST(Chunk, ManyShapes) {
  std::mt19937 random(2026);
  const auto upTo = [&](int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(random); };
  for (int n = 0; n < 400; n++) {
    Case c = {static_cast<Way>(upTo(2)), static_cast<int>(1 + upTo(2)), {}, upTo(13), static_cast<int>(1 + upTo(9)), static_cast<int>(1 + upTo(14))};
    Grid &g = c.shape;
    g.width = c.rank == 1 ? 1 : 1 + upTo(4);
    g.back = upTo(3);
    g.ahead = upTo(3);
    g.tile = 1 + upTo(6);
    g.planes = g.back + g.ahead + 1 + upTo(70);
    g.lo = g.back + upTo(g.planes > 20 ? 3 : 0);
    g.hi = g.planes - g.ahead;
    SCOPED_TRACE("case " + std::to_string(n) + ": way " + std::to_string(static_cast<int>(c.way)) + ", planes " + std::to_string(g.planes) + ", tile " +
                 std::to_string(g.tile) + ", back " + std::to_string(g.back) + ", ahead " + std::to_string(g.ahead) + ", steps " +
                 std::to_string(c.steps) + ", slab " + std::to_string(c.slab) + ", visit " + std::to_string(c.visit));
    runCase(c);
    if (testing::Test::HasFailure())
      return;
  }
}

// The device's figure of what was taken at most, and never more than there is.
TEST(Chunk, TakesNoMoreThanThereIs) {
  for (const size_t bytes : {30000, 100000, 1000000}) {
    fakeCuda.freeBytes = bytes;
    fakeCuda.peak = 0;
    runCase({Way::Spare, 2, {50, 1500, 2, 1498, 4, 2, 2}, 30, 0, 0});
    EXPECT_LE(fakeCuda.peak, bytes);
    EXPECT_GT(fakeCuda.peak, bytes / 8);
    runCase({Way::InPlace, 3, {50, 1500, 1, 1499, 1, 1, 1}, 30, 0, 0});
    EXPECT_LE(fakeCuda.peak, bytes);
  }
  fakeCuda.freeBytes = 1 << 30;
}

TEST(ChunkDeathTest, TooLittleMemory) {
  fakeCuda.freeBytes = 2000;
  EXPECT_EXIT(runCase({Way::Spare, 2, {50, 1500, 2, 1498, 4, 2, 2}, 30, 0, 0}), testing::ExitedWithCode(1),
              "slabs of 1 plane, 1 step a visit, need .* on the device, Fake 0 has 1.8 KiB; use a larger device");
  fakeCuda.freeBytes = 1 << 30;
}

bool isLocked(const void *at) {
  for (const auto &[start, bytes] : fakeCuda.locked)
    if (at >= start && at < static_cast<const char *>(start) + bytes)
      return true;
  return false;
}

// A hidden field has its home when the others are long known: what is locked is what is unlocked.
TEST(Chunk, LocksHomesUntilItEnds) {
  const Case c = {Way::InPlace, 2, {3, 40, 1, 39, 2, 1, 1}, 0, 4, 3};
  std::vector<uint32_t> a = noise(c.shape, 1);
  const Region region(c);
  ksn_field fields[] = {fieldOf(c, a, "A"), fieldOf(c, a, "sum")};
  fields[1].home = nullptr;
  fields[1].hidden = 1;
  void *call[8] = {};
  ksn_run run = {};
  run.device = &ksn_cuda_device;
  run.info = &region.info;
  run.call = call;
  run.fields = fields;
  run.field_count = 2;
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  EXPECT_TRUE(isLocked(a.data()));
  EXPECT_TRUE(isLocked(fields[1].home));
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
  EXPECT_TRUE(fakeCuda.locked.empty());
}

int caught;
void interruptAt(int64_t step) {
  const Case c = {Way::Spare, 2, {3, 40, 1, 39, 2, 1, 1}, 12, 4, 3};
  grid = &c.shape;
  std::vector<uint32_t> a = noise(c.shape, 1), b;
  const Region region(c);
  ksn_field field = fieldOf(c, a, "A");
  ksn_spare spare = {};
  void *call[8] = {};
  ksn_run run = {};
  run.device = &ksn_cuda_device;
  run.info = &region.info;
  run.call = call;
  run.fields = &field;
  run.field_count = run.spare_count = 1;
  run.spares = &spare;
  run.steps = c.steps;
  run.cells = 1;
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  for (int64_t s = 0; s < c.steps; s++) {
    if (s == step)
      std::raise(SIGINT);
    ksn_pass(&run, 1);
    if (caught) { // by the program's own handler, when a visit was done: what the arrays hold is what they hold after so many steps
      Case until = c;
      until.steps = s;
      std::vector<uint32_t> want = noise(c.shape, 1);
      onHost(until, want, b);
      EXPECT_EQ(a, want);
      EXPECT_EQ(s, 6);
      caught = 0;
    }
    launch(run, c, "cover", field.mem, spare.mem);
    ksn_flip(&run, 0, 0);
  }
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
  std::vector<uint32_t> want = noise(c.shape, 1);
  onHost(c, want, b);
  EXPECT_EQ(a, want);
}

TEST(Chunk, InterruptsBetweenVisits) {
  std::signal(SIGINT, [](int) { caught++; });
  testing::internal::CaptureStderr();
  interruptAt(4);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("interrupted; the arrays hold step 6 of 12"), std::string::npos);
  interruptAt(11); // no visit begins after it, so it comes when the region has ended
  EXPECT_EQ(caught, 1);
  caught = 0;
  std::signal(SIGINT, SIG_DFL);
}

} // namespace
