// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that the counters of small loops pick from an array that the region doesn't change, as parameters of their
// own:
//
//   for (k = 1; k <= 2; k++) s += c[k] * ..                            parameters c[1], c[2]
//   for (k = 1; k <= half; k++) s += c[k] * ..      (see Windows.h)    parameters (half >= 1 ? c[1] : 0), ..
//
// In: an lvalue where it is read. Out: the parameter. What must hold: Reader::nest.given says when the element is
// there.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Silent null: it is none, or its place isn't known at the call.
ExprPtr coefficient(Reader &reader, const clang::Expr *element, ScalarType type);

} // namespace kasane
