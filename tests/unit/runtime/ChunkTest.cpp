// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement chunked: whatever the slab, the steps of a visit, the tiles and the reach of the kernels, and whatever lane
// is quicker than the others, the arrays end as if all of them had been on the device.
#include "KernelArrays.h"
#include "LaneKernels.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <set>
#include <string>
extern "C" {
#include "base/State.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "stream/Chunk.h"
#include "stream/ChunkPlanes.h"
}

namespace {

void expectNothingLeft() {
  EXPECT_EQ(fakeLanes.allocations, 0);
  EXPECT_EQ(fakeLanes.marks, 0);
  EXPECT_TRUE(fakeLanes.locked.empty());
}

void runCase(const Case &c) {
  expectStreams(c, fakeLanesDevice, kLaneKernels);
  expectNothingLeft();
}

void tryShapes(int count, unsigned seed, bool isTwice) {
  std::mt19937 random(seed);
  const auto upTo = [&](int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(random); };
  for (int n = 0; n < count; n++) {
    Case c = {static_cast<Way>(upTo(6)),
              static_cast<int>(1 + upTo(2)),
              {},
              upTo(13),
              static_cast<int>(1 + upTo(9)),
              static_cast<int>(1 + upTo(14)),
              upTo(1) == 1,
              static_cast<int>(std::max<int64_t>(upTo(12) - 6, 0))};
    Grid &g = c.shape;
    g.width = c.rank == 1 ? 1 : upTo(1) ? 16 : 1 + upTo(4); // with 16, rings may have any number of planes
    g.width = isTwice && c.rank > 1 ? 100 + upTo(500) : g.width;
    g.back = upTo(3);
    g.ahead = upTo(3);
    g.tile = 1 + upTo(6);
    g.planes = g.back + g.ahead + 1 + upTo(70);
    g.lo = g.back + upTo(g.planes > 20 ? 3 : 0);
    g.hi = g.planes - g.ahead;
    c.ring = upTo(2) == 0;
    if (c.ring) {
      g.planes = g.hi = 1 + upTo(g.planes > 20 ? 70 : 4);
      g.lo = 0;
    }
    c.apart = n % 4 == 3 ? 3 : 1;
    SCOPED_TRACE("case " + std::to_string(n) + ": way " + std::to_string(static_cast<int>(c.way)) + ", rank " +
                 std::to_string(c.rank) + ", planes " + std::to_string(g.planes) + ", tile " + std::to_string(g.tile) +
                 ", back " + std::to_string(g.back) + ", ahead " + std::to_string(g.ahead) + ", steps " +
                 std::to_string(c.steps) + ", slab " + std::to_string(c.slab) + ", visit " + std::to_string(c.visit) +
                 (c.ring ? ", a ring" : ""));
    fakeLanes.random.seed(static_cast<unsigned>(n));
    fakeLanes.resident = upTo(2);
    runCase(c);
    if (testing::Test::HasFailure())
      return;
  }
}

TEST(Chunk, ManyShapes) { tryShapes(4000, 2026, false); }

// Rings that lie twice in a row end anywhere within a plane.
TEST(Chunk, ManyShapesWithoutSeams) {
  fakeLanes.granule = getpagesize();
  fakeLanes.freeBytes = 1 << 22;
  tryShapes(400, 2027, true);
  fakeLanes.granule = 0;
  fakeLanes.freeBytes = 1 << 30;
}

// What is renewed never comes in, and goes home once; without steps it stays as it is.
TEST(Chunk, MovesWhatIsRenewedOnce) {
  const int64_t bytes = 50 * 100 * sizeof(uint32_t);
  int64_t factors = 0;
  for (const int64_t steps : {0, 2, 6}) {
    fakeLanes.moved[0] = fakeLanes.moved[1] = 0;
    runCase({Way::Renewed, 2, {50, 100, 1, 99, 1, 1, 1}, steps, 10, 2});
    factors = steps ? factors : fakeLanes.moved[1];
    EXPECT_EQ(fakeLanes.moved[1], factors + steps / 2 * bytes);
    EXPECT_EQ(fakeLanes.moved[0], steps ? (steps / 2 + 1) * bytes : 0);
  }
}

// A pass in two parts has its field in the spare in between.
TEST(Chunk, BringsNoSpareHome) {
  const int64_t bytes = 50 * 100 * sizeof(uint32_t);
  fakeLanes.moved[0] = 0;
  Streamed streamed({Way::Spare, 2, {50, 100, 1, 99, 1, 1, 1}, 4, 10, 2}, fakeLanesDevice, kLaneKernels);
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  for (int64_t step = 0; step < 4; step++) {
    streamed.step(step);
    streamed.stepAgain();
  }
  const int64_t visits = ksn_visits_of(&streamed.run).count + 1;
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  streamed.expectAfter(8);
  EXPECT_EQ(fakeLanes.moved[0], visits * bytes);
}

// Planes of what nobody writes come once a visit; some of them while the visit before ends.
TEST(Chunk, BringsPlanesOfTheNextVisit) {
  const int64_t bytes = 50 * 200 * sizeof(uint32_t), factors = 50 * sizeof(uint32_t);
  fakeLanes.moved[0] = fakeLanes.moved[1] = 0;
  fakeLanes.arrived.clear();
  runCase({Way::Reads, 2, {50, 200, 1, 199, 1, 1, 1}, 20, 10, 4});
  const int64_t visits = fakeLanes.moved[0] / (2 * bytes);
  EXPECT_GE(visits, 5);
  EXPECT_EQ(fakeLanes.moved[0], 2 * visits * bytes);
  EXPECT_EQ(fakeLanes.moved[1], 3 * visits * bytes + factors);
  for (int64_t visit = 1; visit < visits; visit++) {
    const int64_t whole = 3 * visit * bytes + factors;
    EXPECT_EQ(std::ranges::count_if(fakeLanes.arrived, [&](int64_t m) { return m > whole && m < whole + bytes / 2; }),
              1)
        << visit;
  }
}

// An array that the last pass alone uses has no planes for those before.
// (How many lanes there are depends on what a launch costs.)
TEST(Chunk, ShortRingsForWhatOnlyTheLastPassUses) {
  size_t peak[2];
  for (const Way way : {Way::Swap, Way::Last}) {
    fakeLanes.peak = 0;
    runCase({way, 2, {50, 400, 1, 399, 1, 1, 1}, 80, 1, 80});
    peak[way == Way::Last] = fakeLanes.peak;
  }
  EXPECT_GT(peak[1], peak[0]);
  // Two arrays, of which all planes between the first pass and the last are there.
  EXPECT_LT(peak[1], peak[0] + peak[0] / 4);
}

std::set<int64_t> launched; // planes of the launches that neither begin nor end their grid

void writeAndNote(int64_t tiles, void *const *values) {
  const auto from = argument<int64_t>(values, 3), until = argument<int64_t>(values, 4);
  if (from > 1 && until < 599)
    launched.insert(until - from);
  writeOther(tiles, values);
}

// The last pass uses an array that the plan hasn't counted: there is room for 80 planes without it, for 65 with it.
TEST(Chunk, SlabsOfWholeTiles) {
  const ksn_kernel kernels[] = {
      kLaneKernels[0], {"other", pointerTo(writeAndNote), 0}, kLaneKernels[2], kLaneKernels[3]};
  ksn_buffers buffers = *fakeLanesDevice.buffers;
  buffers.workers = 1;
  ksn_device device = fakeLanesDevice;
  device.buffers = &buffers;
  const size_t all = fakeLanes.freeBytes;
  fakeLanes.granule = getpagesize(); // no seams
  fakeLanes.freeBytes = 3850 << 10;
  launched.clear();
  expectStreams({Way::Last, 2, {2048, 600, 1, 599, 40, 1, 1}, 20, 0, 20}, device, kernels);
  fakeLanes.granule = 0;
  fakeLanes.freeBytes = all;
  EXPECT_EQ(launched, std::set<int64_t>{40});
}

// The device's figure of what was taken at most, and never more than there is.
TEST(Chunk, TakesNoMoreThanThereIs) {
  const size_t all = fakeLanes.freeBytes;
  const auto expectWithin = [](const Case &c, size_t bytes, size_t least) {
    fakeLanes.freeBytes = bytes;
    fakeLanes.peak = 0;
    runCase(c);
    EXPECT_LE(fakeLanes.peak, bytes);
    EXPECT_GT(fakeLanes.peak, least);
  };
  for (const size_t bytes : {30000, 100000, 1000000}) {
    expectWithin({Way::Spare, 2, {50, 1500, 2, 1498, 4, 2, 2}, 30, 0, 0}, bytes, 0);
    expectWithin({Way::InPlace, 3, {50, 1500, 1, 1499, 1, 1, 1}, 30, 0, 0}, bytes, 0);
  }
  fakeLanes.granule = getpagesize(); // rings twice in a row
  expectWithin({Way::Last, 2, {500, 1500, 2, 1498, 4, 2, 2}, 30, 20, 30}, 900000, 450000);
  expectWithin({Way::Last, 2, {500, 1500, 2, 1498, 4, 2, 2}, 30, 50, 30}, 1300000, 650000);
  fakeLanes.granule = 0;
  fakeLanes.freeBytes = all;
}

// What the link gives is measured before slabs have their memory, by a quarter of it.
TEST(Chunk, TimesACopyOfALargeArray) {
  const size_t all = fakeLanes.freeBytes;
  const int64_t array = int64_t{600} * 1500 * sizeof(uint32_t);
  int64_t moved[2];
  for (const bool isMeasured : {false, true}) {
    fakeLanes.freeBytes = isMeasured ? 6 << 20 : 4 << 20; // a MiB is the least that says anything
    fakeLanes.moved[1] = 0;
    fakeLanes.peak = 0;
    runCase({Way::Spare, 2, {600, 1500, 2, 1498, 4, 2, 2}, 12, 10, 12});
    EXPECT_LE(fakeLanes.peak, fakeLanes.freeBytes);
    moved[isMeasured] = fakeLanes.moved[1];
  }
  fakeLanes.freeBytes = all;
  EXPECT_EQ(moved[0] % array, static_cast<int64_t>(600 * sizeof(uint32_t))); // the row of factors
  EXPECT_GT(moved[1], moved[0] + (1 << 20));
}

const Case kTight = {Way::Spare, 2, {50, 1500, 2, 1498, 4, 2, 2}, 30, 0, 0};

TEST(ChunkDeathTest, TooLittleMemory) {
  const auto run = [] {
    fakeLanes.freeBytes = 2000;
    runCase(kTight);
  };
  EXPECT_EXIT(
      run(), testing::ExitedWithCode(1),
      "slabs of 1 plane, 1 step a visit, need 5.8 KiB on the device, the fake has 1.8 KiB; use a larger device");
}

TEST(Chunk, AsMuchMemoryAsWasAskedForDoes) {
  const size_t all = fakeLanes.freeBytes;
  fakeLanes.freeBytes = 6324; // of which 5.8 KiB may be taken
  runCase(kTight);
  fakeLanes.freeBytes = all;
}

// An array with one value a plane is aligned every 16 planes, which costs the others nothing.
TEST(Chunk, RingsAreInUnitsOfTheirOwn) {
  ksn_field fields[2] = {};
  fields[0].type = KSN_F32;
  fields[0].stride[1] = 512;
  fields[1].type = KSN_F64;
  fields[1].stride[1] = 1;
  ksn_store stores[2] = {};
  ksn_run run = {};
  run.fields = fields;
  run.field_count = 2;
  ksn_chunk chunk = {};
  chunk.axis = 1;
  chunk.stores = stores;
  chunk.largest = INT64_MAX;
  stores[0].like = &fields[0];
  stores[1].like = &fields[1];
  EXPECT_EQ(ksn_store_unit(&chunk, &stores[0]), 1);
  EXPECT_EQ(ksn_store_unit(&chunk, &stores[1]), 16);
  EXPECT_EQ(ksn_rings_bytes(&run, &chunk, KSN_ALL, 20),
            ksn_ring_bytes(&chunk, &stores[0], 21) + ksn_ring_bytes(&chunk, &stores[1], 32));
}

// Before the first launch has shown anything.
ksn_visits plannedFor(const Case &c) {
  Streamed streamed(c, fakeLanesDevice, kLaneKernels);
  EXPECT_EQ(ksn_begin(&streamed.run), KSN_GO);
  const ksn_visits visits = ksn_visits_of(&streamed.run);
  for (int64_t step = 0; step < c.steps; step++)
    streamed.step(step);
  EXPECT_EQ(ksn_end(&streamed.run), KSN_RAN);
  streamed.expectAfter(c.steps);
  return visits;
}

TEST(ChunkDeathTest, SaysHowManyStepsThereIsRoomFor) {
  const size_t all = fakeLanes.freeBytes;
  fakeLanes.freeBytes = 30000;
  Case asked = kTight;
  const ksn_visits free = plannedFor(asked);
  EXPECT_LT(free.most_steps, kTight.steps);
  EXPECT_LE(free.steps, free.most_steps);
  asked.visit = free.most_steps;
  EXPECT_EQ(plannedFor(asked).steps, free.most_steps);
  asked.visit = free.most_steps + 1;
  EXPECT_EXIT(plannedFor(asked), testing::ExitedWithCode(1), "slabs of 1 plane, .* steps a visit, need");
  EXPECT_EQ(free.least_memory, 6324 - 6324 / 16 - 1);                                      // as TooLittleMemory says
  EXPECT_EQ(free.whole_memory, (2 * 1500 + 1) * 50 * static_cast<int64_t>(sizeof(float))); // a row of factors
  fakeLanes.freeBytes = all;
}

bool isLocked(const void *at) {
  for (const auto &[start, bytes] : fakeLanes.locked)
    if (at >= start && at < static_cast<const char *>(start) + bytes)
      return true;
  return false;
}

// A hidden field has its home when the others are long known: what is locked is what is unlocked.
TEST(Chunk, LocksHomesUntilItEnds) {
  Streamed streamed({Way::InPlace, 2, {3, 40, 1, 39, 2, 1, 1}, 0, 4, 3}, fakeLanesDevice, kLaneKernels);
  streamed.fields[2].home = nullptr;
  streamed.fields[2].hidden = 1;
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  EXPECT_TRUE(isLocked(streamed.a.data()));
  EXPECT_TRUE(isLocked(streamed.fields[2].home));
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  expectNothingLeft();
}

// As if a line were always due.
int awaitAndShow(const ksn_run *run, void *mark) {
  run->state->shown = 0;
  return fakeLanesDevice.buffers->await(run, mark);
}

void showProgress() {
  setenv("KASANE_PROGRESS", "1", 1);
  ksn_buffers buffers = *fakeLanesDevice.buffers;
  buffers.await = awaitAndShow;
  ksn_device device = fakeLanesDevice;
  device.buffers = &buffers;
  expectStreams({Way::Spare, 2, {3, 100, 1, 99, 2, 1, 1}, 24, 10, 12}, device, kLaneKernels);
  std::exit(testing::Test::HasFailure());
}

TEST(ChunkDeathTest, ShowsProgressWithinAVisit) {
  GTEST_FLAG_SET(death_test_style, "threadsafe"); // the variable is read once a process
  std::string lines;
  for (const char *step : {"1", "2", "3", "5", "8", "9", "13", "14", "15", "20", "21", "24"})
    lines += std::string("step ") + step + " of 24, .* s left.*";
  EXPECT_EXIT(showProgress(), testing::ExitedWithCode(0), lines);
}

} // namespace
