// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a decision shows of the candidates that were looked at. In: all of them, the one that is predicted fastest
// first, and the choice. Out: the fastest, of each kind (family, and one step or several) at least one, and the choice.
#pragma once

#include "kasane/Tuner/Choose.h"

namespace kasane::tuning {

std::vector<Candidate> kept(std::vector<Candidate> sorted, const Schedule &choice);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
