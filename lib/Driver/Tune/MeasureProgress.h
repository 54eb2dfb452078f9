// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far measuring is, on stderr: one line that is written again on a terminal, else a line now and then.
#pragma once

#include "Source/Measurement.h"

#include <chrono>

namespace kasane {

class MeasureProgress {
public:
  MeasureProgress(std::string what, size_t count, bool isShown); // says how many there are
  void show(size_t done, const Timed *best);
  void end(const std::string &summary); // the last line

private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  size_t count_;
  bool isShown_, rewrites_;
  Clock::time_point said_;
};

std::string spellSeconds(double seconds); // "2.113 ms"

} // namespace kasane

// Tests: tests/driver/tune.test
