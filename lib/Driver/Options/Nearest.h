// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The known name that a misspelt one probably meant: at most a third of its letters away; "" when none is.
#pragma once

#include <string>
#include <vector>

namespace kasane {
std::string nearest(const std::string &name, const std::vector<std::string> &known);
}

// Tests: tests/driver/flags.test
