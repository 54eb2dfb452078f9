// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands, one function each: checked options in, exit code out.
#pragma once

#include "kasane/Driver/Driver.h"
#include "kasane/Driver/Options.h"

namespace kasane {

ExitCode runTranslate(const Options &options);
ExitCode runExplain(const Options &options);
ExitCode runSuggest(const Options &options);
ExitCode runEnv(const Options &options);
ExitCode runMachines(const Options &options);
ExitCode runProbe(const Options &options, const std::string &executable);
ExitCode runCc(const Options &options, const std::string &executable);

} // namespace kasane

// Tests: tests/driver/help.test
