// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that the call works out of others: the region has them as parameters, though it makes them in variables of
// its own.
//
//   int ranks = p, rows = n / ranks;     rows: parameter (n / p)
//   if (rank < rest) rows++;             rows: (n / p) + parameter (rank < rest)
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Of a quotient of two integers that parameters tell; silent nullopt. A divisor of 0 is the program's error only where
// it divides: the call looks first.
std::optional<Poly> quotientAtCall(Reader &reader, const clang::BinaryOperator *op);

// 1 where the condition holds, else 0; silent nullopt.
std::optional<Poly> truthAtCall(Reader &reader, const clang::Expr *condition);

// What a branch of the step leaves in the one integer of the region's own that its arms set.
struct SetAtCall {
  const clang::VarDecl *var;
  Poly value;
};
std::optional<SetAtCall> setAtCall(Reader &reader, const clang::IfStmt *branch);

} // namespace kasane

// Tests: tests/frontend/bounds_at_call.c
