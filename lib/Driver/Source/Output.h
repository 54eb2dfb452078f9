// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where results go, and how: all files are written under other names first and renamed when every one of them is
// complete, so that nobody ever sees half of a translation. A source is never overwritten.
#pragma once

#include "kasane/Driver/Options.h"

namespace kasane {

struct OutputFile {
  std::string path;
  std::string text;
  std::string source; // what it was made from
};

// The rewritten file of a source, and what its generated files' names begin with: <prefix>.kasane.<target>.<ext>
struct OutputNames {
  std::string rewritten;
  std::string prefix;
};
OutputNames outputNames(const std::string &source, const Options &options);

bool writeFiles(const std::vector<OutputFile> &files, const std::vector<std::string> &sources,
                Diagnostics &diagnostics);

// Says so to who sits at a terminal, or wants to know.
void tellWritten(const std::vector<std::string> &files, const Options &options, const Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/driver/output.test
