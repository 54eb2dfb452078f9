// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call that nothing could take the place of, with the reason that can be told.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Refuses a call that nothing could take the place of. Where its function has a body, the call in there is the reason.
std::nullptr_t refuseCall(Reader &reader, DiagId id, const clang::CallExpr *call);

// A call of a function of the C library, but none of math.h; null: there is none.
const clang::CallExpr *libraryCallIn(const Reader &reader, const clang::Expr *expr);

// A variable that cells change one after the other: refuses the function whose state it is, if it is one's, else it.
std::nullptr_t refuseCollected(Reader &reader, const std::string &variable, SourceRange range);

} // namespace kasane

// Tests: tests/diagnostics/call_unknown.c, tests/diagnostics/body_elsewhere.c, tests/diagnostics/test_calls.c
