// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times one schedule of a region: generated code, built as `cc` would with -O3 -march=native, and called on arrays of
// its own. The user's program is not run.
#pragma once

#include "Cc/CcPlaces.h"
#include "Source/Measurement.h"
#include "Source/Regions.h"
#include "Tune/MeasurePlan.h"

namespace kasane {

// Where things are, found once for all schedules.
struct MeasureTools {
  CcPlaces places;
  std::string compiler; // its path and version
  std::string probe;    // the folder of measure.c
};
// nullopt, with an error: there is no compiler, or something of ours is missing.
std::optional<MeasureTools> findMeasureTools(Diagnostics &diagnostics);

struct Trial {
  std::vector<double> samples; // empty: it failed
  std::string why;             // it failed
  bool isLast = false;         // as every other schedule would
};
// What all trials of a region have in common.
struct Trials {
  const MeasurePlan &plan;
  const PlannedRegion &region;
  const TargetInfo &target;
  const MeasureTools &tools;
  std::string folder; // for the files
};
// The programs that time these schedules, made together; why one can't be, or "".
std::vector<std::string> buildTrials(const std::vector<Schedule> &schedules, const Trials &trials);
// Runs the program that was built as number `which`.
// `best`: seconds of a step of another schedule, 0 when there is none yet.
Trial runTrial(const Schedule &schedule, size_t which, const Trials &trials, double best);

} // namespace kasane

// Tests: tests/driver/tune.test, tests/driver/tune-opencl.test
