// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C's binary operators on numbers that are known.
#pragma once

#include "clang/AST/Expr.h"

#include <cstdint>
#include <optional>

namespace kasane {

// Of two numbers, in 64 bits; nullopt: C has no such value, or it isn't followed.
std::optional<int64_t> computed(clang::BinaryOperatorKind kind, int64_t a, int64_t b);

} // namespace kasane

// Tests: tests/kernels/index_tables.c, tests/kernels/moved_indices.c
