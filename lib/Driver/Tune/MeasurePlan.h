// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is called to time a region's schedules: the region with a number of steps and tests that are the caller's, and
// values for its integers with which its conditions hold. Pure: nothing is run here.
#pragma once

#include "kasane/Emit/Emit.h"
#include "kasane/Tuner/Problem.h"

namespace kasane {

struct MeasurePlan {
  std::string why; // it can't be called by anybody but the user's program; "": it can
  StencilProgram program;
  MeasuredValues values;
  int64_t steps = 1; // that a call may make
};

MeasurePlan measurePlan(const StencilProgram &program, const std::vector<Guard> &guards, const Sizes &sizes);

} // namespace kasane

// Tests: tests/driver/tune.test, tests/unit/driver/MeasureTest.cpp
