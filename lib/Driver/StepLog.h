// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the pipeline over one source: the lines of --verbose, and --dump-after.
#pragma once

#include "kasane/Driver/Options.h"

#include <chrono>
#include <functional>

namespace kasane {

class StepLog {
public:
  StepLog(const std::string &source, const Options &options);

  // To be called when a step is done; `dump` prints its result. False: the pipeline is to stop here.
  bool done(Step step, const std::string &summary, const std::function<std::string()> &dump);

private:
  const std::string &source_;
  const Options &options_;
  std::chrono::steady_clock::time_point begin_;
};

} // namespace kasane

// Tests: tests/driver/dump.test
