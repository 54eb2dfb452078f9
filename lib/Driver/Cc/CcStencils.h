// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which sources of a command line have regions. What carries a directive and is not translated is told of, with the
// reason: C++, preprocessed text, a header, a misspelt word.
#pragma once

#include "Cc/CcInput.h"
#include "kasane/Driver/Driver.h"
#include "kasane/Driver/Options.h"

#include <set>

namespace kasane {

// What Clang has to know to read the source as the compiler does.
std::vector<std::string> parseFlags(const CcItem &item, const CcInput &input, const std::vector<std::string> &compiler);

struct CcStencils {
  std::set<std::string> sources; // the paths of C files with regions
  ExitCode code = kExitOk;
};
CcStencils findStencils(const CcInput &input, const std::vector<std::string> &compiler, const Options &options);

} // namespace kasane

// Tests: tests/driver/cc.test, tests/driver/two-files.test
