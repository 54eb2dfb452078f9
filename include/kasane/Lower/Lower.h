// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StencilProgram + Schedule -> LoopNest. In: a program with parallel stages and a legal schedule.
#pragma once

#include "kasane/IR/LoopNest.h"
#include "kasane/Schedule/Schedule.h"

namespace kasane {

LoopNest lower(const StencilProgram &program, const std::vector<Guard> &guards, const Schedule &schedule);

// What report and `explain` call the region: heat_main_1 for region 1 of main in src/heat.c
std::string labelOf(const StencilProgram &program);

} // namespace kasane

// Tests: tests/unit/lower/LowerTest.cpp, tests/unit/lower/ExecuteTest.cpp
