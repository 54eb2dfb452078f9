// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any text as a C string literal of one line, which has the same bytes.
//
//   a "name" of
//   two lines     ->     "a \"name\" of\012two lines"
#pragma once

#include <string>

namespace kasane {

std::string quoted(const std::string &text);

} // namespace kasane

// Tests: tests/driver/hostile.test
