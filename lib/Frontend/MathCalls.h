// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C library functions that a cell may call: no effects, no state but errno, which nobody reads.
#pragma once

#include "clang/AST/Expr.h"

#include <string>

namespace kasane {

// The function's C name ("sqrtf"; __builtin_sqrtf too); "" when it isn't one of them.
std::string mathFunction(const clang::CallExpr *call);

} // namespace kasane
