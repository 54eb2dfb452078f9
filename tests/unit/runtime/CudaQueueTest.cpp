// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of many short passes over a fake of CUDA's runtime: they go in graphs, and compute what single launches compute.
#include "CudaRegion.h"
#include <cstdint>
#include <vector>

namespace {

enum { kCells = 4 };

// mix(A, B, weight, from_y, from_z): B[x] = 3 * A[x] + weight, so that the order of steps shows.
void mix(dim3 blocks, dim3, void **values) {
  const int32_t *const a = *static_cast<int32_t **>(values[0]);
  int32_t *const b = *static_cast<int32_t **>(values[1]);
  const int32_t weight = *static_cast<int32_t *>(values[2]);
  for (unsigned x = 0; x < blocks.x; x++)
    b[x] = static_cast<int32_t>(3u * static_cast<uint32_t>(a[x]) + static_cast<uint32_t>(weight) + x);
}

const std::vector<ksn_kernel> kKernels = {{"mix", pointerTo(mix), 0}};

ksn_field fieldOf(const char *name, int32_t *home) {
  ksn_field field = {};
  field.name = name;
  field.type = KSN_I32;
  field.home = home;
  field.hi[0] = kCells;
  field.hi[1] = field.hi[2] = 1;
  field.stride[0] = 1;
  field.last = kCells - 1;
  field.written = 1;
  return field;
}

struct Plan {
  int steps = 1000;
  int changes = 0; // the weight, every so many steps; 0: never
  int looks = 0;   // a hidden field is fetched, every so many steps
};

void expectSteps(const Plan &plan) {
  std::vector<int32_t> array = {1, 2, 3, 4}, expected = array;
  const ksn_info info = infoOf(kKernels, 1);
  ksn_field fields[] = {fieldOf("A", array.data()), fieldOf("sum", nullptr)};
  fields[1].hidden = 1;
  ksn_spare spare = {};
  void *call[8] = {};
  ksn_run run = runOf(info, fields, call, plan.steps);
  run.spares = &spare;
  run.spare_count = 1;
  run.cells = kCells;
  ASSERT_EQ(ksn_begin(&run), KSN_GO);
  const size_t one[3] = {1, 1, 1}, groups[3] = {kCells, 1, 1};
  for (int t = 0; t < plan.steps; t++) {
    const int32_t weight = plan.changes ? t / plan.changes : 7;
    ksn_pass(&run, 1);
    const ksn_arg args[] = {KSN_ARG(fields[0].mem), KSN_ARG(spare.mem), KSN_ARG(weight)};
    ksn_launch(&run, "mix", groups, one, 3, args);
    ksn_flip(&run, 0, 0);
    for (int x = 0; x < kCells; x++)
      expected[x] = static_cast<int32_t>(3u * static_cast<uint32_t>(expected[x]) + static_cast<uint32_t>(weight + x));
    if (plan.looks && t % plan.looks == plan.looks - 1) {
      const ksn_arg sums[] = {KSN_ARG(fields[0].mem), KSN_ARG(fields[1].mem), KSN_ARG(weight)};
      ksn_launch(&run, "mix", groups, one, 3, sums);
      ksn_fetch(&run, 1);
      for (int x = 0; x < kCells; x++)
        ASSERT_EQ(static_cast<int32_t *>(fields[1].home)[x],
                  static_cast<int32_t>(3u * static_cast<uint32_t>(expected[x]) + static_cast<uint32_t>(weight + x)));
    }
  }
  ASSERT_EQ(ksn_end(&run), KSN_RAN);
  EXPECT_EQ(array, expected);
  EXPECT_EQ(fakeCuda.allocations, 0);
  EXPECT_EQ(fakeCuda.graphs, 0);
}

class CudaQueue : public OnFakeCuda {
protected:
  void SetUp() override {
    OnFakeCuda::SetUp();
    fakeCuda.parameters[pointerTo(mix)] = {sizeof(void *), sizeof(void *), sizeof(int32_t), sizeof(unsigned),
                                           sizeof(unsigned)};
  }
};

TEST_F(CudaQueue, StartsWhatComesAgainAsGraphs) {
  expectSteps({20000});
  EXPECT_EQ(fakeCuda.graphLaunches * 64 + fakeCuda.launches, 20000);
  EXPECT_GT(fakeCuda.graphLaunches, 100); // when it begins depends on how quick a busy machine is
}

#if CUDART_VERSION >= 12030
TEST_F(CudaQueue, LetsBlocksComeEarlyThatWaitThemselves) {
  expectSteps({20000});
  EXPECT_EQ(fakeCuda.earlyNodes, 0); // compiled for an older card: its kernels don't wait
  EXPECT_GE(fakeCuda.plainNodes, 63);
  const int plain = fakeCuda.plainNodes;
  fakeCuda.compiledFor = 90;
  expectSteps({20000});
  EXPECT_GE(fakeCuda.earlyNodes, 63);
  EXPECT_EQ(fakeCuda.plainNodes, plain);
}
#endif

TEST_F(CudaQueue, StartsWhatChangesByItself) {
  expectSteps({1000, 1, 0});
  EXPECT_EQ(fakeCuda.graphLaunches, 0);
  EXPECT_EQ(fakeCuda.launches, 1000);
}

TEST_F(CudaQueue, FollowsChanges) {
  expectSteps({20000, 7000, 0});
  EXPECT_GT(fakeCuda.graphLaunches, 150);
}

TEST_F(CudaQueue, HoldsNothingBackFromWhoLooks) {
  for (const int looks : {1, 2, 3, 64, 65, 101, 400})
    expectSteps({2000, 0, looks});
  fakeCuda.graphLaunches = 0;
  expectSteps({20000, 0, 401});
  EXPECT_GT(fakeCuda.graphLaunches, 100);
}

TEST_F(CudaQueue, LaunchesOneByOneWhereThereIsNoGraph) {
  fakeCuda.graphFails = true;
  expectSteps({});
  EXPECT_EQ(fakeCuda.launches, 1000);
  fakeCuda.graphFails = false;
  fakeCuda.uploadFails = true;
  expectSteps({});
  EXPECT_EQ(fakeCuda.launches, 2000);
  fakeCuda.uploadFails = false;
  fakeCuda.parameters.clear(); // no node can be made
  expectSteps({});
  EXPECT_EQ(fakeCuda.launches, 3000);
  EXPECT_EQ(fakeCuda.graphLaunches, 0);
}

TEST_F(CudaQueue, LaunchesFewStepsOneByOne) {
  expectSteps({100, 0, 0});
  EXPECT_EQ(fakeCuda.launches, 100);
}

// An error of the device's ends the program wherever it comes.
TEST_F(CudaQueue, FindsErrorsOfGraphs) {
  EXPECT_EXIT(
      {
        fakeCuda.graphLaunchFails = true;
        expectSteps({20000});
      },
      testing::ExitedWithCode(1), "64 launches, mix first on Fake 0 failed: error 9, a fake error");
}

} // namespace
