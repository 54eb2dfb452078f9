// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions and kernel statements as C-like text. In: a dialect, and what to spell. Out: text whose parentheses keep
// the tree as it is: no association is left to the reader or the compiler, and -Wall is satisfied.
//
//   Add(Mul(c, x), y)     ->     c * x + y          Add(x, Add(y, z))     ->     x + (y + z)
#pragma once

#include "Dialect.h"

namespace kasane::emission {

std::string text(const Dialect &dialect, const ExprPtr &expr);
std::string hostText(const ExprPtr &expr); // C
std::string text(const Dialect &dialect, const KBody &body, const Kernel &kernel, const std::string &indent);
std::string_view typeName(const Dialect &dialect, ScalarType type);

} // namespace kasane::emission

// Tests: tests/unit/emit/TextTest.cpp, tests/unit/emit/ParseBackTest.cpp
