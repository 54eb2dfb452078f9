// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What was measured of a region's schedules for one target, as plain data.
#pragma once

#include "kasane/Driver/Options.h"

#include <algorithm>

namespace kasane {

struct Timed {
  Candidate candidate;
  std::vector<double> samples; // seconds of a step
  // The least: what else runs on a machine only ever makes it slower.
  double seconds() const { return samples.empty() ? 0 : *std::ranges::min_element(samples); }
};

struct Measurement {
  Tune tune = Tune::No;
  std::string why;          // nothing was measured, because ..; the choice is the model's then
  std::string device;       // what they ran on
  bool isKnown = false;     // from the cache
  std::vector<Timed> timed; // fastest first; empty: nothing was measured
  size_t failed = 0;        // did not compile, were refused or took too long
  Candidate predicted;      // the choice that was made without measuring
};

} // namespace kasane

// Tests: tests/driver/probe.test
