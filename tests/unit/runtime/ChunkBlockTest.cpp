// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement chunked where no slab of whole planes fits: whatever the blocks, the arrays end as if all of them had been
// on the device.
#include "FakeLanes.h"
#include "KernelArrays.h"
#include "kasane_rt.h"

#include <gtest/gtest.h>
#include <list>
#include <random>
extern "C" {
#include "stream/Chunk.h"
}

namespace {

// Cells of `rows` rows in each of `planes` planes look so far back and ahead, left and right;
// those nearer to an edge stay.
struct Box {
  int64_t width, rows, planes, back, ahead, left, right;
  int64_t low = 0, lowX = 0; // the first row and cell of a row
  int64_t lowest() const { return low * width + lowX; }
  int64_t size() const { return width * rows * planes; }
  bool isInner(int64_t z, int64_t row) const {
    return z >= back && z < planes - ahead && row >= left && row < rows - right;
  }
  uint32_t mixed(const uint32_t *from, int64_t at) const {
    const int64_t plane = width * rows;
    return from[at] * 3 + from[at - back * plane] * 5 + from[at + ahead * plane] * 7 + from[at - left * width] * 11 +
           from[at + right * width] * 13 + 1;
  }
};
struct Blocks {
  Box box;
  int64_t steps;
  bool swaps, shifts; // A and B are made from each other in turn, and keep what is at the edges; or A by way of a spare
  int tile, sideTile;
};
const Blocks *running; // what the kernels know

enum { kFrom, kTo, kBegin, kEnd, kSideBegin, kSideEnd, kShifts }; // arguments
uint32_t *bufferOf(void *const *values, int n) { return bufferAt(values, n, running->shifts ? kShifts : 0); }

template <bool kCovers> void update(int64_t, void *const *values) {
  const Box &box = running->box;
  const uint32_t *const from = bufferOf(values, kFrom);
  uint32_t *const to = bufferOf(values, kTo);
  for (int64_t z = argument<int64_t>(values, kBegin); z < argument<int64_t>(values, kEnd); z++)
    for (int64_t y = argument<int64_t>(values, kSideBegin); y < argument<int64_t>(values, kSideEnd); y++)
      for (int64_t x = box.lowX; x < box.lowX + box.width; x++) {
        const int64_t at = (z * box.rows + y) * box.width + x;
        if (box.isInner(z, y - box.low))
          to[at] = box.mixed(from, at);
        else if (kCovers)
          to[at] = from[at];
      }
}

const void *pointerTo(LaneKernel kernel) { return reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(kernel)); }
const ksn_kernel kKernels[2] = {{"cover", pointerTo(update<true>), 0}, {"other", pointerTo(update<false>), 0}};

KernelArrays arraysOf(const Box &box) { return noisyArrays(box.size(), 0); }

KernelArrays onHost(const Blocks &c) {
  KernelArrays is = arraysOf(c.box);
  for (int64_t step = 0; step < c.steps; step++) {
    const bool isBack = c.swaps && step % 2;
    const std::vector<uint32_t> from = isBack ? is.b : is.a;
    std::vector<uint32_t> to = c.swaps && !isBack ? is.b : is.a;
    for (int64_t at = 0; at < c.box.size(); at++)
      if (c.box.isInner(at / c.box.width / c.box.rows, at / c.box.width % c.box.rows))
        to[static_cast<size_t>(at)] = c.box.mixed(from.data(), at);
    (c.swaps && !isBack ? is.b : is.a) = to;
  }
  return is;
}

ksn_field fieldOf(const Box &box, std::vector<uint32_t> &home, const char *name) {
  ksn_field field = {};
  field.name = name;
  field.type = KSN_U32;
  field.home = home.data() - box.lowest();
  const int64_t extents[3] = {box.width, box.rows, box.planes};
  for (int64_t axis = 0, stride = 1; axis < 3; stride *= extents[axis++]) {
    field.hi[axis] = extents[axis];
    field.stride[axis] = stride;
  }
  field.lo[0] = box.lowX;
  field.hi[0] += box.lowX;
  field.lo[1] = box.low;
  field.hi[1] += box.low;
  field.first = box.lowest();
  field.last = field.first + box.size() - 1;
  field.written = 1;
  return field;
}

void launch(ksn_run &run, const Blocks &c, void *&from, void *&to) {
  const int64_t zero = 0, endRow = c.box.low + c.box.rows;
  const size_t one[3] = {1, 1, 1},
               groups[3] = {1, ksn_groups(c.box.rows, std::max(c.sideTile, 1)), ksn_groups(c.box.planes, c.tile)};
  const ksn_arg args[] = {KSN_ARG(from),      KSN_ARG(to),     KSN_ARG(zero), KSN_ARG(c.box.planes),
                          KSN_ARG(c.box.low), KSN_ARG(endRow), KSN_ARG(zero), KSN_ARG(zero)};
  ksn_launch(&run, c.swaps ? "other" : "cover", groups, one, c.shifts ? 8 : 6, args);
}

ksn_window windowOf(const Blocks &c, const ksn_reach *reach) {
  return {.kernel = c.swaps ? "other" : "cover",
          .tile = c.tile,
          .dimension = 2,
          .slack = 0,
          .from = kBegin,
          .shift = c.shifts ? kShifts : 0,
          .count = 2,
          .reach = reach,
          .side_tile = c.sideTile,
          .side_dimension = 1,
          .side_slack = 0,
          .side_from = kSideBegin,
          .brief = nullptr,
          .brief_planes = 0,
          .endless = nullptr};
}

ksn_info infoOf(const Blocks &c, const ksn_window *window, int slab, int visit) {
  ksn_info info = {};
  info.abi = KSN_ABI;
  info.name = info.function = info.file = "blocks";
  info.target = fakeLanesDevice.target;
  info.family = c.swaps ? "sweep" : "overlap";
  info.rank = 3;
  info.depth = 1;
  info.predicted_ns = 1;
  info.placement = slab ? "chunked" : "in core";
  info.fp = "contract";
  info.kernels = kKernels;
  info.kernel_count = 2;
  info.windows = window;
  info.window_count = 1;
  info.slab = slab;
  info.visit_steps = visit;
  for (int axis = 0; axis < 3; axis++)
    info.tile[axis] = info.group[axis] = 1;
  return info;
}

// From begin to end, in so many bytes.
ksn_visits runIn(const Blocks &c, size_t bytes, int slab, int visit, int64_t apart = 1) {
  running = &c;
  fakeLanes.freeBytes = bytes;
  fakeLanes.peak = 0;
  const Box &box = c.box;
  const ksn_reach reach[2] = {{int(box.back), int(box.ahead), 0, int(box.left), int(box.right)},
                              {0, 0, c.swaps ? KSN_WRITES : KSN_COVERS, 0, 0}};
  const ksn_window window = windowOf(c, reach);
  const ksn_info info = infoOf(c, &window, slab, visit);
  KernelArrays arrays = arraysOf(box);
  std::vector<ksn_field> fields = {fieldOf(box, arrays.a, "A")};
  if (c.swaps)
    fields.push_back(fieldOf(box, arrays.b, "B"));
  std::list<Apart> homes;
  if (apart > 1)
    homes.emplace_back(fields[0], arrays.a, apart);
  if (apart > 1 && c.swaps)
    homes.emplace_back(fields[1], arrays.b, apart);
  ksn_spare spare = {};
  void *call[8] = {};
  ksn_run run = {};
  run.device = &fakeLanesDevice;
  run.info = &info;
  run.call = call;
  run.fields = fields.data();
  run.field_count = static_cast<int>(fields.size());
  run.spares = &spare;
  run.spare_count = !c.swaps;
  run.steps = c.steps;
  run.cells = static_cast<double>(box.size());
  EXPECT_EQ(ksn_begin(&run), KSN_GO);
  for (int64_t step = 0; step < c.steps; step++) {
    ksn_pass(&run, 1);
    const int from = c.swaps && step % 2;
    launch(run, c, fields[static_cast<size_t>(from)].mem,
           c.swaps ? fields[static_cast<size_t>(1 - from)].mem : spare.mem);
    if (!c.swaps)
      ksn_flip(&run, 0, 0);
  }
  const ksn_visits visits = ksn_visits_of(&run);
  EXPECT_EQ(ksn_end(&run), KSN_RAN);
  for (const Apart &home : homes)
    home.collect();
  const KernelArrays want = onHost(c);
  EXPECT_EQ(arrays.a, want.a);
  EXPECT_EQ(arrays.b, want.b);
  EXPECT_LE(fakeLanes.peak, bytes);
  EXPECT_EQ(fakeLanes.allocations, 0);
  EXPECT_EQ(fakeLanes.marks, 0);
  return visits;
}

// Bytes of a device of which so many may be taken.
size_t deviceOf(int64_t bytes) { return static_cast<size_t>(bytes + bytes / 15 + 1); }

Blocks anyOf(std::mt19937 &random) {
  const auto upTo = [&](int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(random); };
  Blocks c = {{1 + upTo(40), 20 + upTo(60), 0, upTo(2), upTo(2), upTo(2), upTo(2)},
              1 + upTo(9),
              upTo(1) == 1,
              upTo(1) == 1,
              int(1 + upTo(3)),
              int(1 + upTo(5))};
  c.box.planes = 20 + upTo(20);
  c.box.low = upTo(4);
  c.box.lowX = upTo(20);
  return c;
}

TEST(ChunkBlock, ManyShapes) {
  const size_t all = fakeLanes.freeBytes;
  std::mt19937 random(7);
  int blocks = 0;
  for (int n = 0; n < 400 && !testing::Test::HasFailure(); n++) {
    const Blocks c = anyOf(random);
    SCOPED_TRACE("case " + std::to_string(n));
    fakeLanes.random.seed(static_cast<unsigned>(n));
    const int64_t apart = n % 4 == 3 ? 3 : 1;
    const ksn_visits known = runIn(c, all, 1, 1, apart);
    ASSERT_GT(known.least_memory, 0);
    const int64_t most = std::max(known.least_memory, known.whole_memory);
    const int64_t bytes =
        known.least_memory + (most - known.least_memory) * std::uniform_int_distribution<int>(0, 90)(random) / 100;
    blocks += runIn(c, deviceOf(bytes), 0, 0, apart).block > 0;
  }
  EXPECT_GT(blocks, 100);
  fakeLanes.freeBytes = all;
}

TEST(ChunkBlock, CountsTheBlocksOfADriver) {
  const size_t all = fakeLanes.freeBytes;
  const Blocks large = {{200, 100, 60, 1, 1, 1, 1}, 2, true, false, 2, 4};
  const ksn_visits known = runIn(large, all, 1, 1);
  int runs = 0, blocks = 0;
  for (int64_t bytes = known.least_memory; bytes < known.whole_memory; bytes += 300000, runs++)
    blocks += runIn(large, deviceOf(bytes), 0, 0).block > 0;
  EXPECT_GT(blocks, 0);
  EXPECT_GT(runs - blocks, 10);
  fakeLanes.freeBytes = all;
}

const Blocks kWide = {{30, 64, 30, 1, 1, 1, 1}, 12, true, false, 2, 4};

// As many steps a visit as are asked for, with blocks where slabs are too large for them.
TEST(ChunkBlock, ManyStepsInLittleMemory) {
  const size_t all = fakeLanes.freeBytes;
  const int64_t whole = 2 * kWide.box.size() * static_cast<int64_t>(sizeof(uint32_t));
  const ksn_visits slabs = runIn(kWide, deviceOf(whole / 2), 0, 0);
  EXPECT_EQ(slabs.block, 0);
  const ksn_visits blocks = runIn(kWide, deviceOf(whole * 7 / 10), 1, static_cast<int>(slabs.most_steps) + 4);
  EXPECT_EQ(blocks.steps, slabs.most_steps + 4);
  fakeLanes.freeBytes = all;
}

// A kernel that can't be given a part of a plane's rows.
TEST(ChunkBlockDeathTest, NoBlocksOfWholePlanes) {
  Blocks whole = kWide;
  whole.sideTile = 0;
  const ksn_visits known = runIn(kWide, fakeLanes.freeBytes, 1, 1), slabs = runIn(whole, fakeLanes.freeBytes, 1, 1);
  ASSERT_GT(slabs.least_memory, known.least_memory);
  EXPECT_EXIT(runIn(whole, deviceOf(known.least_memory), 0, 0), testing::ExitedWithCode(1),
              "slabs of 1 plane, 1 step a visit, need .* on the device, the fake has .*; use a larger device");
}

TEST(ChunkBlockDeathTest, TooLittleMemory) {
  const ksn_visits known = runIn(kWide, fakeLanes.freeBytes, 1, 1);
  EXPECT_EXIT(
      runIn(kWide, deviceOf(known.least_memory - 100) - 1, 0, 0), testing::ExitedWithCode(1),
      "slabs of 1 plane in blocks, 1 step a visit, need .* on the device, the fake has .*; use a larger device");
}

} // namespace
