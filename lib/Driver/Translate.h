// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One source through the pipeline. `out` stays empty when there were errors, which have been shown, or --dump-after.
#pragma once

#include "Pipeline.h"

namespace kasane {
ExitCode translateSource(const std::string &source, const Options &options, std::optional<Translation> &out);
}

// Tests: tests/driver/output.test
