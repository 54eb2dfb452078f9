// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which machine a schedule is for: what --machine says,
// else the file that `kasane probe` wrote for the target, else a generic one.
#pragma once

#include "kasane/Driver/Options.h"
#include "kasane/Machine/Machine.h"
#include "kasane/Targets/Targets.h"

namespace kasane {

std::vector<std::string> shippedMachines();

// A shipped one's name, or a path: what has a '/' or ends in .yaml. Errors are of wrong use.
std::optional<Machine> findMachine(const std::string &nameOrPath, Diagnostics &diagnostics);

// $XDG_CONFIG_HOME/kasane/machine-<target>.yaml, under ~/.config when that is not set; "" when HOME isn't either.
std::string probedFile(const std::string &target);

// Could the target's programs run on such a machine?
bool fits(const Machine &machine, const TargetInfo &target);

std::optional<Machine> machineFor(const Options &options, const std::string &target, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/driver/machines.test, tests/unit/driver/MachinesTest.cpp
