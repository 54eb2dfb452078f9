// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of options, each from its text. An unknown one is an error that names the nearest known one; what comes
// back then is only there to go on with.
#pragma once

#include "kasane/Driver/Options.h"

namespace kasane {

// No names: the default.
std::vector<std::string> readTargets(const std::vector<std::string> &names, Diagnostics &diagnostics);
std::string readFamily(const std::string &text, Diagnostics &diagnostics);
std::vector<int64_t> readTile(const std::string &text, Diagnostics &diagnostics); // 32x8x1
Clauses::OutOfCore readOutOfCore(const std::string &text, Diagnostics &diagnostics);
// Whether ranks are wanted; not all targets can have them.
bool readNetwork(const std::string &text, const std::vector<std::string> &targets, Diagnostics &diagnostics);
int64_t readDepth(const std::string &text, Diagnostics &diagnostics);
Policy readPolicy(const std::string &text, Diagnostics &diagnostics);
Tune readTune(const std::string &text, Diagnostics &diagnostics);
Sizes readSizes(const std::vector<std::string> &texts, Diagnostics &diagnostics);
std::string readMachineName(const std::string &text, Diagnostics &diagnostics); // that it can be read
FpMode readFpMode(const std::string &text, Diagnostics &diagnostics);
Step readStep(const std::string &text, Diagnostics &diagnostics);
ExplainFormat formatOf(const std::string &file); // by the end of its name
ExplainFormat readFormat(const std::string &text, Diagnostics &diagnostics);
MessageFormat readMessageFormat(const std::string &text, Diagnostics &diagnostics);

std::string_view nameOf(Tune tune);
std::string_view nameOf(Step step);
// "--target" and the like with all their values for the command, for --help.
std::vector<std::pair<std::string, std::vector<std::string>>> knownValues(Command command);

} // namespace kasane

// Tests: tests/driver/flags.test
