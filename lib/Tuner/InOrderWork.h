// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a nest whose cells come in the order of the loops takes beside its work. In: the stage, and its lengths. Out:
// seconds of a step that go by between its fronts.
#pragma once

#include "StageFacts.h"
#include "kasane/Analysis/Fronts.h"

namespace kasane::tuning {

double secondsOfFronts(const StencilProgram &program, const Stage &stage, const Box3 &length, const Machine &machine,
                       FrontsOn units);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
