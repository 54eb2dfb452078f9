// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA device over a fake of CUDA's runtime: transfers of boxes, large grids, and what is refused.
#include "CudaRegion.h"
#include "FakeDriver.h"
#include "KernelArrays.h"
#include "Streamed.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unistd.h>
#include <vector>

namespace {

// add(A, field, from_y, from_z): a block is a cell.
void add(dim3 blocks, dim3, void **values) {
  int32_t *const memory = argument<int32_t *>(values, 0);
  const ksn_field *const field = argument<const ksn_field *>(values, 1);
  const unsigned fromY = argument<unsigned>(values, 2), fromZ = argument<unsigned>(values, 3);
  for (unsigned z = 0; z < blocks.z; z++)
    for (unsigned y = 0; y < blocks.y; y++)
      for (unsigned x = 0; x < blocks.x; x++) {
        const int64_t at = (field->lo[0] + x) * field->stride[0] + (field->lo[1] + y + fromY) * field->stride[1] +
                           (field->lo[2] + z + fromZ) * field->stride[2];
        if (at >= field->first && at <= field->last)
          memory[at] += 1000;
      }
}

template <class T> void tryExactly(dim3 blocks, dim3 threads, void **values, T tiny, bool fuses) {
  const T *const a = argument<const T *>(values, 0);
  T *const r = argument<T *>(values, 1);
  const unsigned count = blocks.x * threads.x;
  for (unsigned n = 0; n < count; n++) {
    const T x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2];
    volatile T product = x * y, small = y * tiny; // not fused by the compiler
    r[n] = fuses ? std::fma(x, y, z) : product + z;
    r[count + n] = x / y;
    r[2 * count + n] = std::sqrt(x);
    r[3 * count + n] = x * small;
  }
}
void tryFloat(dim3 blocks, dim3 threads, void **values) { tryExactly<float>(blocks, threads, values, 1e-38f, false); }
void tryDouble(dim3 blocks, dim3 threads, void **values) { tryExactly<double>(blocks, threads, values, 1e-308, false); }
void tryFused(dim3 blocks, dim3 threads, void **values) { tryExactly<double>(blocks, threads, values, 1e-308, true); }

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

using Cuda = OnFakeCuda;

const std::vector<ksn_kernel> &adding() {
  static const std::vector<ksn_kernel> kKernels = {{"add", pointerTo(add), 0}};
  return kKernels;
}

// Every cell of the field, once.
void addOnce(ksn_run &run, const ksn_field &field) {
  ksn_pass(&run, 1);
  const size_t one[3] = {1, 1, 1};
  const size_t groups[3] = {static_cast<size_t>(field.hi[0] - field.lo[0]),
                            static_cast<size_t>(field.hi[1] - field.lo[1]),
                            static_cast<size_t>(field.hi[2] - field.lo[2])};
  const ksn_field *const shape = &field;
  const ksn_arg args[] = {KSN_ARG(field.mem), KSN_ARG(shape)};
  ksn_launch(&run, "add", groups, one, 2, args);
}

// Memory in front of `first` and beyond `last` belongs to nobody.
void addThroughDevice(ksn_field field) {
  const int64_t lowest = std::min<int64_t>(field.first, 0);
  std::vector<int32_t> memory(static_cast<size_t>(field.last - lowest + 1));
  std::vector<int32_t> expected(memory.size());
  for (size_t n = 0; n < memory.size(); n++)
    expected[n] = memory[n] = static_cast<int32_t>(n);
  for (int64_t z = field.lo[2]; z < field.hi[2]; z++)
    for (int64_t y = field.lo[1]; y < field.hi[1]; y++)
      for (int64_t x = field.lo[0]; x < field.hi[0]; x++) {
        const int64_t at = x * field.stride[0] + y * field.stride[1] + z * field.stride[2];
        if (at >= field.first && at <= field.last)
          expected[static_cast<size_t>(at - lowest)] += 1000;
      }
  field.home = memory.data() - lowest;
  const ksn_info info = infoOf(adding(), 3);
  void *call[8] = {};
  ksn_run run = runOf(info, {&field, 1}, call, 1);
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  addOnce(run, field);
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
  EXPECT_EQ(memory, expected);
  EXPECT_EQ(fakeCuda.allocations, 0);
}

TEST_F(Cuda, MovesBoxes) {
  addThroughDevice(boxOf({0, 0, 0}, {7, 5, 3}, {1, 7, 35}, 0, 104)); // whole array
  addThroughDevice(boxOf({1, 1, 1}, {6, 4, 3}, {1, 7, 35}, 0, 104)); // inner
  EXPECT_EQ(fakeCuda.copies[2], 2);                                  // there and back
  addThroughDevice(boxOf({1, 1, 0}, {6, 4, 1}, {1, 7, 0}, 8, 26));
  EXPECT_EQ(fakeCuda.copies[1], 2);
  addThroughDevice(boxOf({0, 0, 0}, {7, 5, 3}, {1, 7, 35}, 1, 103));  // corners clipped
  addThroughDevice(boxOf({0, 0, 0}, {7, 5, 3}, {1, 8, 41}, 0, 120));  // slice not a multiple of the row
  addThroughDevice(boxOf({0, 0, 0}, {4, 3, 2}, {2, 8, 24}, 0, 46));   // elements that aren't neighbours
  addThroughDevice(boxOf({2, 0, 0}, {2, 5, 3}, {1, 7, 35}, 0, 104));  // empty
  addThroughDevice(boxOf({-3, -2, 0}, {3, 2, 1}, {1, 6, 0}, -15, 8)); // below element 0
}

TEST_F(Cuda, CopiesRowsThatLieTooFarApart) {
  fakeCuda.maxPitch = 16;
  addThroughDevice(boxOf({1, 1, 1}, {6, 4, 3}, {1, 7, 35}, 0, 104));
  EXPECT_EQ(fakeCuda.copies[0], 2 * 6);
  EXPECT_EQ(fakeCuda.copies[1] + fakeCuda.copies[2], 0);
}

TEST_F(Cuda, LaunchesLargeGridsInParts) {
  fakeCuda.gridY = 3;
  fakeCuda.gridZ = 2;
  addThroughDevice(boxOf({0, 0, 0}, {5, 7, 5}, {1, 5, 35}, 0, 174));
}

TEST_F(Cuda, KeepsArraysBetweenRegions) {
  std::vector<int32_t> memory = {0, 1, 2, 3};
  const ksn_info info = infoOf(adding(), 3);
  ksn_keep(memory.data(), 0);
  for (int region = 0; region < 2; region++) {
    ksn_field field = boxOf({0, 0, 0}, {4, 1, 1}, {1, 0, 0}, 0, 3);
    field.home = memory.data();
    void *call[8] = {};
    ksn_run run = runOf(info, {&field, 1}, call, 1);
    ASSERT_EQ(ksn_begin(&run), KSN_GO);
    addOnce(run, field);
    ASSERT_EQ(ksn_end(&run), KSN_RAN);
    EXPECT_EQ(memory[3], 3);
    EXPECT_EQ(fakeCuda.allocations, 1);
  }
  void *const home = ksn_home("some", memory.data(), 1, 2, sizeof memory[0], -1, 1);
  EXPECT_EQ(memory, std::vector<int32_t>({0, 2001, 2002, 3}));
  memory[1] = 7;
  ksn_home_end(home);
  EXPECT_EQ(fakeCuda.allocations, 1);
  ksn_keep_end(memory.data());
  EXPECT_EQ(memory, std::vector<int32_t>({2000, 7, 2002, 2003}));
  EXPECT_EQ(fakeCuda.allocations, 0);
}

// Begins, launches, and ends with status 0 unless something is refused.
void runOnce(ksn_info info) {
  static int32_t memory[8];
  ksn_field field = boxOf({0, 0, 0}, {8, 1, 1}, {1, 0, 0}, 0, 7);
  field.home = memory;
  void *call[8] = {};
  ksn_run run = runOf(info, {&field, 1}, call, 1);
  if (ksn_begin(&run) != KSN_GO)
    std::exit(2);
  addOnce(run, field);
  std::exit(ksn_end(&run) == KSN_RAN ? 0 : 2);
}

void expectRefused(const ksn_info &info, const char *text) {
  EXPECT_EXIT(runOnce(info), testing::ExitedWithCode(1), text);
}

TEST_F(Cuda, SaysWhatIsMissing) {
  const ksn_info info = infoOf(adding(), 3);
  EXPECT_EXIT(runOnce(info), testing::ExitedWithCode(0), "");
  fakeCuda.devices = 0;
  expectRefused(info, "no CUDA device was found .*KASANE_FALLBACK=1");
  fakeCuda.devices = 1;
  fakeCuda.freeBytes = 16;
  expectRefused(info, "1 array \\(32 bytes\\) do not fit in the 16 bytes of Fake 0");
  fakeCuda.freeBytes = 1 << 20;
  fakeCuda.mallocFails = true;
  expectRefused(info, "no buffer for A \\(32 bytes\\) on Fake 0: error 2, a fake error");
  fakeCuda.mallocFails = false;
  fakeCuda.launchFails = true;
  expectRefused(info, "cuda_test.*add on Fake 0 failed: error 9, a fake error");
}

TEST_F(Cuda, ChoosesTheDeviceByName) {
  const ksn_info info = infoOf(adding(), 3);
  setenv("KASANE_DEVICE", "fake 1", 1);
  EXPECT_EXIT(runOnce(info), testing::ExitedWithCode(0), "");
  fakeCuda.launchFails = true;
  expectRefused(info, "on Fake 1 failed");
  setenv("KASANE_DEVICE", "2", 1);
  expectRefused(info, "KASANE_DEVICE=2 is none of the CUDA devices here; it can be 0 \\(Fake 0\\), 1 \\(Fake 1\\)");
  unsetenv("KASANE_DEVICE");
}

TEST_F(Cuda, RefusesKernelsThatDoNotFit) {
  ksn_info info = infoOf(adding(), 3);
  fakeCuda.foreign = pointerTo(add);
  expectRefused(info, "kernel add cannot be loaded on Fake 0: .*compile the generated file for this device");
  fakeCuda.foreign = nullptr;
  info.group[0] = 2048;
  expectRefused(info, "a block of 2048x1x1 threads is wider than Fake 0 allows");
  info.group[0] = info.group[1] = 64;
  expectRefused(info, "a block of 4096 threads is more than the 1024");
  info.group[0] = info.group[1] = 1;
  info.local_bytes = 1 << 17;
  expectRefused(info, "a block needs 128.0 KiB of shared memory, Fake 0 has 64.0 KiB");
}

TEST_F(Cuda, AsksForSharedMemory) {
  const std::vector<ksn_kernel> kernels = {{"add", pointerTo(add), 60000}};
  const ksn_info info = infoOf(kernels, 3);
  ksn_field field = boxOf({0, 0, 0}, {8, 1, 1}, {1, 0, 0}, 0, 7);
  std::vector<int32_t> memory(8);
  field.home = memory.data();
  void *call[8] = {};
  ksn_run run = runOf(info, {&field, 1}, call, 0);
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
  EXPECT_EQ(fakeCuda.dynamicLocal, 60000u);
}

// Which flags the file was compiled with shows in what its kernels compute.
TEST_F(Cuda, TriesTheRoundingUnderStrict) {
  std::vector<ksn_kernel> kernels = adding();
  kernels.push_back({"ksn_try_float", pointerTo(tryFloat), 0});
  kernels.push_back({"ksn_try_double", pointerTo(tryDouble), 0});
  EXPECT_EXIT(runOnce(infoOf(kernels, 3)), testing::ExitedWithCode(0), "");
  kernels.back().function = pointerTo(tryFused);
  expectRefused(infoOf(kernels, 3),
                "--fp=strict cannot be kept on Fake 0: a\\*b \\+ c is fused \\(double\\); compile the generated "
                "file with -fmad=false");
}

int64_t tilesOf(dim3 blocks) { return std::max({blocks.x, blocks.y, blocks.z}); }
void coverOnCard(dim3 blocks, dim3, void **values) { coverNext(tilesOf(blocks), values); }
void writeOnCard(dim3 blocks, dim3, void **values) { writeOther(tilesOf(blocks), values); }
void writeQuickOnCard(dim3 blocks, dim3, void **values) { writeQuick(tilesOf(blocks), values); }
void writeEndlessOnCard(dim3 blocks, dim3, void **values) { writeEndless(tilesOf(blocks), values); }

const ksn_kernel streaming[] = {{"cover", pointerTo(coverOnCard), 0},
                                {"other", pointerTo(writeOnCard), 0},
                                {"quick", pointerTo(writeQuickOnCard), 0},
                                {"endless", pointerTo(writeEndlessOnCard), 0}};

TEST_F(Cuda, StreamsArrays) {
  for (const Way way : {Way::Spare, Way::Swap, Way::InPlace, Way::Renewed, Way::Reads})
    for (int rank = 1; rank <= 3; rank++) {
      SCOPED_TRACE("rank " + std::to_string(rank));
      for (const bool ring : {false, true})
        expectStreams({way,
                       rank,
                       {rank == 1 ? 1 : 5, 60, ring ? 0 : 2, ring ? 60 : 59, 3, 2, 1},
                       11,
                       4,
                       3,
                       false,
                       0,
                       "chunked",
                       ring},
                      ksn_cuda_device, streaming);
      EXPECT_EQ(fakeCuda.allocations, 0);
      EXPECT_TRUE(fakeCuda.locked.empty());
    }
}

// Through memory that lies twice in a row, where the driver gives such; else there are ghosts.
TEST_F(Cuda, StreamsThroughRingsOfTheDriver) {
  fakeDriver.granule = static_cast<size_t>(getpagesize());
  for (const bool fails : {false, true}) {
    fakeDriver.fails = fails;
    fakeDriver.most_rings = 0;
    expectStreams({Way::Swap, 2, {500, 100, 2, 99, 3, 2, 1}, 11, 4, 3}, ksn_cuda_device, streaming);
    EXPECT_EQ(fakeDriver.most_rings, fails ? 1 : 2); // one is tried; then there are two arrays
    EXPECT_EQ(fakeDriver.rings, 0);
    EXPECT_EQ(fakeCuda.allocations, 0);
  }
  fakeDriver.granule = 0;
  fakeDriver.fails = 0;
}

} // namespace
