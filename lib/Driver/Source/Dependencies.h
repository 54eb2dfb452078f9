// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -MD: what a translation was made of, as a rule for make and ninja. In: the files to be written so far, the source,
// its rewritten file, and the headers that were read, the source among them. Out: one more file, or a longer one.
//
//   out/heat.c: src/heat.c include/grid.h
#pragma once

#include "Source/Output.h"

namespace kasane {

void addDependencies(std::vector<OutputFile> &files, const std::string &source, const std::string &rewritten,
                     const std::vector<std::string> &headers, const DependencyFlags &flags);

} // namespace kasane

// Tests: tests/driver/dependencies.test
