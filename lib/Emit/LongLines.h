// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long lines of generated C are broken, as far as a reader needs it. (clang-format lays out files that aren't large; of
// large ones it would take longer than all the rest of a translation.)
//
//   u_next[row + x] = u[row + x] + c * (u[row + x - 1] + u[row + x + 1]);
//
//   u_next[row + x] = u[row + x] +
//       c * (u[row + x - 1] + u[row + x + 1]);
//
// In: C text whose lines break no token. Out: the same tokens; a line is longer than `columns` only where it has no
// place to be broken at. Lines of the preprocessor and string literals stay as they are.
#pragma once

#include <string>

namespace kasane {

inline constexpr size_t kColumns = 120;

std::string withShortLines(const std::string &text, size_t columns = kColumns);

} // namespace kasane

// Tests: tests/unit/emit/LongLinesTest.cpp
