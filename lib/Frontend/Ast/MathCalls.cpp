// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/MathCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <cfloat>
#include <cmath>
#include <map>
#include <set>

namespace kasane {
namespace {

const std::set<std::string> kMath = {
    "acos", "acosh", "asin",  "asinh", "atan",   "atan2",  "atanh", "cbrt",      "ceil",     "copysign", "cos",
    "cosh", "erf",   "erfc",  "exp",   "exp2",   "expm1",  "fabs",  "fdim",      "floor",    "fma",      "fmax",
    "fmin", "fmod",  "hypot", "log",   "log10",  "log1p",  "log2",  "pow",       "rint",     "round",    "sin",
    "sinh", "sqrt",  "tan",   "tanh",  "tgamma", "lgamma", "trunc", "nearbyint", "remainder"};
const std::set<std::string> kInteger = {"abs", "labs", "llabs"};
// What these macros become is a comparison, which all targets make alike.
const std::set<std::string> kClasses = {"isnan", "isinf", "isinf_sign", "isfinite", "isnormal", "isunordered"};
const std::map<std::string, BinaryOp> kComparisons = {{"isgreater", BinaryOp::Gt},
                                                      {"isgreaterequal", BinaryOp::Ge},
                                                      {"isless", BinaryOp::Lt},
                                                      {"islessequal", BinaryOp::Le}};
const std::set<std::string> kConstants = {"huge_val", "huge_valf", "inf",
                                          "inff",     "nan",       "nanf"}; // HUGE_VAL, INFINITY, NAN

ExprPtr number(double value, ScalarType type) { return makeExpr(type, FloatLit{value}); }

// 1 or 0 for all but isinf_sign, as gcc and clang make them.
ExprPtr classOf(const std::string &name, const std::vector<ExprPtr> &args) {
  const ExprPtr &x = args[0];
  const bool single = x->type == ScalarType::F32;
  auto compared = [&](BinaryOp op, double with) { return binary(op, x, number(with, x->type)); };
  const double most = single ? FLT_MAX : DBL_MAX, least = single ? FLT_MIN : DBL_MIN;
  if (name == "isnan")
    return binary(BinaryOp::Ne, x, x);
  if (name == "isunordered")
    return binary(BinaryOp::LogicalOr, binary(BinaryOp::Ne, x, x), binary(BinaryOp::Ne, args[1], args[1]));
  if (name == "isinf_sign")
    return binary(BinaryOp::Sub, compared(BinaryOp::Gt, most), compared(BinaryOp::Lt, -most));
  if (name == "isinf")
    return binary(BinaryOp::LogicalOr, compared(BinaryOp::Gt, most), compared(BinaryOp::Lt, -most));
  ExprPtr finite = binary(BinaryOp::LogicalAnd, compared(BinaryOp::Le, most), compared(BinaryOp::Ge, -most));
  if (name == "isfinite")
    return finite;
  return binary(BinaryOp::LogicalAnd, finite,
                binary(BinaryOp::LogicalOr, compared(BinaryOp::Ge, least), compared(BinaryOp::Le, -least)));
}

} // namespace

std::string mathFunction(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee || callee->getStorageClass() == clang::SC_Static || callee->isDefined())
    return "";
  std::string name = callee->getNameAsString();
  if (name.rfind("__builtin_", 0) == 0)
    name = name.substr(10);
  if (kClasses.count(name) || kComparisons.count(name) || kConstants.count(name))
    return name;
  std::string base = !name.empty() && name.back() == 'f' && name != "erf" ? name.substr(0, name.size() - 1) : name;
  return kMath.count(base) || kInteger.count(name) ? name : "";
}

bool isMathLibrary(const clang::ASTContext &ast, const clang::CallExpr *call) {
  unsigned id = call->getBuiltinCallee();
  if (id == 0)
    return false;
  const char *header = ast.BuiltinInfo.getHeaderName(id);
  bool isMacros =
      call->getDirectCallee()->getNameAsString().rfind("__builtin_", 0) == 0 && call->getBeginLoc().isMacroID();
  return isMacros || (header && std::string(header) == "math.h");
}

std::optional<double> mathConstant(const clang::ASTContext &ast, const clang::CallExpr *call) {
  clang::Expr::EvalResult result;
  if (!kConstants.count(mathFunction(call)) || !call->EvaluateAsRValue(result, ast) || !result.Val.isFloat())
    return std::nullopt;
  return result.Val.getFloat().isNaN() ? std::nan("") : result.Val.getFloat().isNegative() ? -HUGE_VAL : HUGE_VAL;
}

ExprPtr mathValue(const std::string &name, const std::vector<ExprPtr> &args, ScalarType type) {
  if (auto comparison = kComparisons.find(name); comparison != kComparisons.end())
    return binary(comparison->second, args[0], args[1]);
  return kClasses.count(name) ? classOf(name, args) : makeExpr(type, Call{name, args});
}

} // namespace kasane
