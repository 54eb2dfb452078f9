// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers of a cell as polynomials, from statement to statement.
#pragma once

#include "Read/Reader.h"

namespace kasane {

using KnownIntegers = std::map<const clang::VarDecl *, Poly>;

// What an assignment, `x += e`, x++, or initial value leaves in an integer; silent nullopt.
std::optional<Poly> integerFrom(Reader &reader, const clang::Expr *value);
// After an if, an integer that has a known value in both arms has one that the condition decides, unless it has too
// many.
KnownIntegers mergedIntegers(Reader &reader, const Poly &truth, const KnownIntegers &yes, const KnownIntegers &no);
// ?: between two; silent nullopt.
std::optional<Poly> selectedInteger(Reader &reader, const clang::ConditionalOperator *select);
// The last k of ({ int k = i - 1; if (k < 0) k += n; k; }), a function that computes a subscript, with the rest read;
// silent null.
const clang::Expr *groupValue(Reader &reader, const clang::StmtExpr *group);

} // namespace kasane
