// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What was measured is kept under $XDG_CACHE_HOME/kasane/tune (~/.cache when that is not set), a file for each key. The
// key is all that the times depend on.
#pragma once

#include "Source/Measurement.h"

#include <optional>

namespace kasane {

struct MeasureKey {
  Tune tune = Tune::No;
  std::string program; // printed
  std::string target, fp;
  std::string compiler; // its path and what it says of its version
  std::string device;
  std::string machine; // name and file
  Sizes sizes;         // that arrays are made for
  int64_t steps = 1;
  std::vector<Schedule> schedules; // that are to be measured
};
std::string keyText(const MeasureKey &key);
std::string keyDigest(const MeasureKey &key); // hexadecimal

// The processor, how many threads, and which display controllers there are: an OpenCL device is one of them.
std::string deviceName(bool workGroups);

std::string cacheFile(const MeasureKey &key); // "": neither XDG_CACHE_HOME nor HOME is set

struct Kept {
  std::vector<Timed> timed;
  size_t failed = 0;
};
// nullopt: nothing is kept, or something else than was asked for.
std::optional<Kept> readKept(const std::string &file, const MeasureKey &key, const std::vector<Candidate> &candidates);
std::string keptText(const Kept &kept, const MeasureKey &key);

} // namespace kasane

// Tests: tests/driver/tune.test, tests/unit/driver/MeasureTest.cpp
