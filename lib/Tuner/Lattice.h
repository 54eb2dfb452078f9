// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a search looks at that looks at everything.
#pragma once

#include <cstdint>
#include <vector>

namespace kasane::tuning {

// 1, 2, 3, 4, 6, 8, 12, ..
std::vector<int> latticeDepths(bool severalSteps);
// first, first * factor, .. up to the first that takes the whole axis; of `wholeRows` that is 0.
std::vector<int64_t> latticeExtents(int64_t first, int64_t length, int64_t factor, bool wholeRows);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
