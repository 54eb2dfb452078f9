// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers of a cell as polynomials, from statement to statement.
#pragma once

#include "Read/Reader.h"

namespace kasane {

using KnownIntegers = std::map<const clang::VarDecl *, Poly>;

// What an assignment, `x += e`, x++, or initial value leaves in an integer; silent nullopt.
std::optional<Poly> integerFrom(Reader &reader, const clang::Expr *value);
// After an if, an integer that has a known value in both arms has one that the condition decides,
// unless it has too many.
KnownIntegers mergedIntegers(Reader &reader, const Poly &truth, const KnownIntegers &yes, const KnownIntegers &no);
// ?: between two; silent nullopt.
std::optional<Poly> selectedInteger(Reader &reader, const clang::ConditionalOperator *select);
// ({ int k = i - 1; if (k < 0) k += n; k; }), a function that computes a subscript:
// reads all of it but the last k, and returns that. Silent null.
const clang::Expr *groupValue(Reader &reader, const clang::StmtExpr *group);
// Of `short r = j - 1;` where nothing else sets it and the number is in range: j - 1, the int that C computes it in.
// Silent null.
const clang::Expr *unchangedBehind(Reader &reader, const clang::VarDecl *var);
// x - half + 2: a loop's variable and a sum over integers of the call, which is computed in the integer's own type.
// Silent null.
ExprPtr distanceFromLoop(const Reader &reader, const Poly &value, ScalarType type, SourceRange range);
bool assignsInteger(const clang::Stmt *stmt);
// Of a condition that only asks for numbers, and how the counters of small loops lie to the cell.
std::optional<bool> knownTruth(Reader &reader, const clang::Expr *condition);

} // namespace kasane

// Tests: tests/kernels/wrapped_calls.c, tests/kernels/local_index.c, tests/kernels/moved_indices.c
