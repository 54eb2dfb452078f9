// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In: what a schedule is predicted to take, in parts of what the choice takes, and the margin: what it could take at
// most to replace it. Out: why it didn't.
//
//   1.04, 0.84    "4 % slower"
//   0.97, 0.84    "3 % faster, but a change must gain 16 %"
#pragma once

#include <string>

namespace kasane::tuning {

std::string against(double ratio, double margin);

} // namespace kasane::tuning

// Tests: tests/driver/explain-margins.test
