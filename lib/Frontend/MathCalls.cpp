// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MathCalls.h"

#include "clang/AST/Decl.h"

#include <set>

namespace kasane {
namespace {

const std::set<std::string> kMath = {
    "acos", "acosh", "asin",  "asinh", "atan",  "atan2", "atanh", "cbrt",      "ceil",  "copysign", "cos",   "cosh", "erf",
    "erfc", "exp",   "exp2",  "expm1", "fabs",  "fdim",  "floor", "fma",       "fmax",  "fmin",     "fmod",  "hypot", "log",
    "log10", "log1p", "log2", "pow",   "rint",  "round", "sin",   "sinh",      "sqrt",  "tan",      "tanh",  "tgamma", "lgamma",
    "trunc", "nearbyint", "remainder"};
const std::set<std::string> kInteger = {"abs", "labs", "llabs"};

} // namespace

std::string mathFunction(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee || callee->getStorageClass() == clang::SC_Static || callee->isDefined())
    return "";
  std::string name = callee->getNameAsString();
  if (name.rfind("__builtin_", 0) == 0)
    name = name.substr(10);
  std::string base = !name.empty() && name.back() == 'f' && name != "erf" ? name.substr(0, name.size() - 1) : name;
  return kMath.count(base) || kInteger.count(name) ? name : "";
}

} // namespace kasane
