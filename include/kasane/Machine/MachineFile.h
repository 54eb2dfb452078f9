// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machine files: YAML whose keys docs/machines.md explains. In: the text. Out: a machine all of whose figures are
// sane, or the first thing that is wrong and where. What is written reads as the same machine.
#pragma once

#include "kasane/Machine/Machine.h"

#include <optional>

namespace kasane {

struct MachineError {
  std::string place; // "my.yaml:3:5"
  std::string text;
};

// `path` gives the machine its name, and errors their place.
std::optional<Machine> readMachine(const std::string &text, const std::string &path, MachineError &error);
std::optional<Machine> loadMachine(const std::string &path, MachineError &error);
std::string writeMachine(const Machine &machine);

// The names of a folder's machine files, sorted.
std::vector<std::string> machinesIn(const std::string &folder);

} // namespace kasane

// Tests: tests/unit/machine/MachineFileTest.cpp, tests/unit/machine/ShippedTest.cpp
