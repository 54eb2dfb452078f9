// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All that main calls. Messages go to stderr, results to files or stdout; what comes back is the exit code.
#pragma once

#include <string>
#include <vector>

namespace kasane {

enum ExitCode {
  kExitOk = 0,
  kExitProgramError = 1, // of the user's program
  kExitWrongUse = 2,     // of kasane: options, and files that cannot be read or written
};

// `executable` is the running file, beside which the runtime is looked for.
int runKasane(const std::string &executable, const std::vector<std::string> &arguments);

} // namespace kasane

// Tests: tests/driver/output.test, tests/driver/exit-codes.test
