// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C library functions that a cell may call: no effects, no state but errno, which nobody reads.
#pragma once

#include "kasane/IR/Expr.h"

#include "clang/AST/Expr.h"

#include <optional>
#include <string>

namespace kasane {

// The function's C name ("sqrtf"; __builtin_sqrtf and the macros' isnan and inff too); "" when it isn't one of them.
std::string mathFunction(const clang::CallExpr *call);

// Does math.h have it, whether or not it is one of them?
bool isMathLibrary(const clang::ASTContext &ast, const clang::CallExpr *call);

std::optional<double> mathConstant(const clang::ASTContext &ast, const clang::CallExpr *call); // INFINITY, NAN

// What the function of that name makes of its arguments: a call, or comparisons that come to the same.
ExprPtr mathValue(const std::string &name, const std::vector<ExprPtr> &args, ScalarType type);

} // namespace kasane
