// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the compiler, the runtime and what comes with it are.
#pragma once

#include "Cc/CcCommands.h"
#include "kasane/Support/Diagnostic.h"

#include <optional>

namespace kasane {

std::vector<std::string> compilerWords(); // $KASANE_CC, else gcc

// The first of the folders that holds the file; "" when none does.
std::string folderWith(const std::string &file, const std::vector<std::string> &folders);

// Beside the executable in the build tree and when installed.
std::optional<CcPlaces> findPlaces(const std::vector<std::string> &compiler, const std::string &executable,
                                   Diagnostics &diagnostics);

// For programs that ranks run. False and an error: there is no MPI.
bool findMpi(CcPlaces &places, const std::string &executable, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/driver/cc-cuda.test, tests/driver/cc-openacc.test
