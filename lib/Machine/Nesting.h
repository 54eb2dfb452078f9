// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a file's sections stand too deep within each other. LLVM reads YAML with a call for each of them, so that a
// file of some thousands would end it; a machine's are three deep.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace kasane {

// Where in the text it begins to be too deep.
std::optional<size_t> tooDeepAt(const std::string &yaml);

} // namespace kasane

// Tests: tests/unit/machine/MachineFileTest.cpp
