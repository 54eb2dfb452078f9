// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element and scalar types that a stencil may use. `long` and `long long` are both I64.
#pragma once

#include <string_view>

namespace kasane {

enum class ScalarType { Bool, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64 };

int sizeOf(ScalarType type); // bytes
bool isFloat(ScalarType type);
bool isSigned(ScalarType type);           // of the integers
std::string_view nameOf(ScalarType type); // "f32": dumps

} // namespace kasane

// Tests: tests/unit/ir/ExprTest.cpp
