// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions, shared by StencilProgram (FieldRead) and LoopNest (Load). Immutable; built with the functions below.
//
// Semantics: C's, after the usual conversions have been made explicit. Both operands of a Binary have the same type
// (shifts excepted); comparisons and logical operators have type I32, as in C; Select evaluates one arm only.
// Nothing is ever folded or reassociated here: the tree is the user's.
#pragma once

#include "kasane/IR/OnAxes.h"
#include "kasane/IR/Poly.h"
#include "kasane/IR/Type.h"
#include "kasane/Support/Diagnostic.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kasane {

using FieldId = int; // index into StencilProgram::fields
using Offset = std::array<int64_t, kMaxAxes>;
using Far = OnAxes<Poly>;               // the part of a distance that is no number; without a constant term
using At = OnAxes<std::optional<Poly>>; // on an axis: not at a distance from the cell, but here

// In polynomials of places, of a stage's bounds and of colours: the value of the time loop's variable.
inline const char *const kTimeSymbol = "@t";

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

enum class UnaryOp { Negate, LogicalNot, BitNot };
enum class BinaryOp { Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, LogicalAnd, LogicalOr, Lt, Le, Gt, Ge, Eq, Ne };

struct IntLit {
  int64_t value;
};
struct FloatLit {
  double value; // exactly the literal's value in its own type
};
// A scalar in scope: a parameter, a step scalar, a local of the cell, or (LoopNest) an index or a base.
struct ScalarRef {
  std::string name;
};
// The cell's own coordinate on an axis, as the user's loop variable would have it.
struct IndexRef {
  int axis;
};
// The value of the time loop's variable in this step.
struct TimeRef {};
// StencilProgram only: field at the cell's index + offset + far. The opposite edge of an axis is at a far distance:
// A[i + 1 - n] in the last cell of [0, n). On axes that have a place in `at` it is there: D[i][k] in step k.
// Before `split` it may be read before the innermost loops of its nest begin, of which `ahead` counts:
//
//   for k for i { a = D[i][k]; for j  D[i][j] = min(D[i][j], a + D[k][j]); }      D[i][k]: at x = @t, ahead 1
struct FieldRead {
  FieldId field;
  Offset offset;
  Far far = {};
  At at = {};
  int ahead = 0;
};
Poly distanceOf(const FieldRead &read, int axis);       // offset + far
inline bool isFar(const Far &far) { return far.any(); } // on some axis
inline bool isPlaced(const At &at) { return at.any(); } // on some axis
// buffer[index]; in a StencilProgram of a table only.
struct Load {
  std::string buffer;
  ExprPtr index;
};
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};
struct Binary {
  BinaryOp op;
  ExprPtr left;
  ExprPtr right;
};
struct Select {
  ExprPtr condition;
  ExprPtr whenTrue;
  ExprPtr whenFalse;
};
// A C library function by its C name ("sqrtf", "fabs"),
// or one of the internal ksn_min / ksn_max (64-bit integers, LoopNest only).
struct Call {
  std::string callee;
  std::vector<ExprPtr> args;
};
struct Cast {
  ExprPtr operand;
};

struct Expr {
  using Node =
      std::variant<IntLit, FloatLit, ScalarRef, IndexRef, TimeRef, FieldRead, Load, Unary, Binary, Select, Call, Cast>;
  ScalarType type;
  Node node;
  SourceRange range; // the user's text, where there is one
};

ExprPtr makeExpr(ScalarType type, Expr::Node node, SourceRange range = {});
ExprPtr intLit(int64_t value, ScalarType type = ScalarType::I64);
ExprPtr zeroOf(ScalarType type);
ExprPtr scalar(const std::string &name, ScalarType type = ScalarType::I64);
ExprPtr binary(BinaryOp op, ExprPtr left, ExprPtr right); // result type by C's rules for equal operand types
ExprPtr add(ExprPtr a, ExprPtr b);                        // 64-bit index arithmetic; these three fold literals
ExprPtr sub(ExprPtr a, ExprPtr b);
ExprPtr mul(ExprPtr a, ExprPtr b);
ExprPtr minOf(ExprPtr a, ExprPtr b);
ExprPtr maxOf(ExprPtr a, ExprPtr b);

ExprPtr toExpr(const Poly &poly); // I64, over ScalarRefs
// `valueOf`: what the polynomial's symbols mean.
ExprPtr toExpr(const Poly &poly, const std::function<ExprPtr(const std::string &)> &valueOf);
std::optional<Poly> toPoly(const ExprPtr &expr); // where the expression is I64 and made of + - * alone

// Rebuilds bottom up; `leaf` may replace a FieldRead, IndexRef, TimeRef, ScalarRef, Load, rebuilt Binary or rebuilt
// Select (nullptr: keep).
ExprPtr rewrite(const ExprPtr &expr, const std::function<ExprPtr(const Expr &)> &leaf);
// Calls `visit` on every node, operands after their parent.
void walk(const ExprPtr &expr, const std::function<void(const Expr &)> &visit);

std::string_view spelling(BinaryOp op);
std::string_view spelling(UnaryOp op);
std::string print(const ExprPtr &expr); // for dumps

} // namespace kasane

// Tests: tests/unit/ir/ExprTest.cpp
