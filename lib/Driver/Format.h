// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated C as a person would lay it out. In: text that compiles. Out: the same tokens and comments, other white
// space. Large texts stay as they are.
#pragma once

#include <string>

namespace kasane {
std::string formatC(const std::string &text);
}

// Tests: tests/driver/output.test
