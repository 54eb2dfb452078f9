// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times one schedule of a region: generated code, built as `cc` would with -O3 -march=native, and called on arrays of its own.
// The user's program is not run.
#pragma once

#include "CcPlaces.h"
#include "MeasurePlan.h"
#include "Measurement.h"
#include "Pipeline.h"

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
// `best`: seconds of a step of another schedule, 0 when there is none yet. `folder`: for the files.
Trial timeOf(const Schedule &schedule, const MeasurePlan &plan, const PlannedRegion &region, const TargetInfo &target,
             const MeasureTools &tools, const std::string &folder, double best);

} // namespace kasane
