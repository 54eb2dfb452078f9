// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `kasane machines --format=json`. In: machines. Out: the document, in base units.
#pragma once

#include "kasane/Machine/Machine.h"

#include <string>
#include <vector>

namespace kasane {

std::string machinesJson(const std::vector<Machine> &machines);

} // namespace kasane

// Tests: tests/driver/machines.test, tests/unit/driver/MachinesTest.cpp
