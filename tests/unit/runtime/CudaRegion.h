// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Set-up of the tests over a fake of CUDA's runtime:
// a fake of their own for each, and the description and the run of a region.
#pragma once

#include "FakeCuda.h"
#include "kasane_rt.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <span>
#include <vector>

class OnFakeCuda : public testing::Test {
protected:
  void SetUp() override { fakeCuda = {}; }
  void TearDown() override { fakeCuda = {}; }
};

inline const void *pointerTo(FakeKernel kernel) {
  return reinterpret_cast<const void *>(reinterpret_cast<uintptr_t>(kernel));
}

// A sweep in core, whose blocks are one thread.
inline ksn_info infoOf(const std::vector<ksn_kernel> &kernels, int rank) {
  ksn_info info = {};
  info.abi = KSN_ABI;
  info.name = "cuda_test";
  info.function = "test";
  info.file = "test.c";
  info.line = 1;
  info.target = "cuda";
  info.family = "sweep";
  info.rank = rank;
  info.depth = 1;
  info.placement = "in core";
  info.fp = "contract";
  info.kernels = kernels.data();
  info.kernel_count = static_cast<int>(kernels.size());
  for (int axis = 0; axis < 3; axis++)
    info.tile[axis] = info.group[axis] = 1;
  return info;
}

// All of these live as long as the run.
inline ksn_run runOf(const ksn_info &info, std::span<ksn_field> fields, void **call, int64_t steps) {
  ksn_run run = {};
  run.device = &ksn_cuda_device;
  run.info = &info;
  run.call = call;
  run.fields = fields.data();
  run.field_count = static_cast<int>(fields.size());
  run.steps = steps;
  run.cells = 1;
  return run;
}
