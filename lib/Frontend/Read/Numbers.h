// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that are numbers while the region is read, such as the counters of loops that are written out, and what is
// computed from them: dir == 0, (s + 1) % 3.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// The value where both operands are numbers; silent nullopt.
std::optional<Poly> numberOf(Reader &reader, const clang::BinaryOperator *op);
std::optional<int64_t> knownNumber(Reader &reader, const clang::Expr *operand);

// Of && and ||, where the first operand is a number that decides, or both are numbers; silent nullopt.
std::optional<bool> knownLogical(Reader &reader, const clang::BinaryOperator *op);

// The arm of `dir == 0 ? a : b`, where that is known; else null.
const clang::Expr *knownArm(Reader &reader, const clang::ConditionalOperator *select);

} // namespace kasane

// Tests: tests/kernels/spellings.c, tests/frontend/constant_logic.c
