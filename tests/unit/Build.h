// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short forms for programs in tests: one-dimensional unless a test says otherwise; fields are numbered A, B, C, ...
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <gtest/gtest.h>

namespace kasane::build {

inline const FieldId A = 0, B = 1, C = 2, D = 3;

inline ExprPtr at(FieldId field, int64_t x = 0, int64_t y = 0, int64_t z = 0) {
  return makeExpr(ScalarType::F32, FieldRead{field, {x, y, z}}, SourceRange{{1, 0, 0}, {1, 0, 0}});
}
inline ExprPtr operator+(const ExprPtr &a, const ExprPtr &b) { return binary(BinaryOp::Add, a, b); }
inline ExprPtr operator*(const ExprPtr &a, const ExprPtr &b) { return binary(BinaryOp::Mul, a, b); }
inline ExprPtr local(const std::string &name) { return scalar(name, ScalarType::F32); }
inline ExprPtr index(int axis) { return makeExpr(ScalarType::I32, IndexRef{axis}); }
inline ExprPtr integer(int64_t value) { return intLit(value, ScalarType::I32); }
inline ExprPtr number(double value) { return makeExpr(ScalarType::F32, FloatLit{value}); }

inline StmtPtr store(FieldId field, ExprPtr value, Offset offset = {}) {
  return makeStmt(FieldStore{field, offset, std::move(value)});
}
inline StmtPtr declare(const std::string &name, ExprPtr init = nullptr) {
  return makeStmt(LocalDecl{name, ScalarType::F32, std::move(init)});
}
inline StmtPtr assign(const std::string &name, ExprPtr value) {
  return makeStmt(LocalAssign{name, ScalarType::F32, std::move(value)});
}
inline StmtPtr branch(ExprPtr condition, std::vector<StmtPtr> then, std::vector<StmtPtr> otherwise = {}) {
  return makeStmt(IfStmt{std::move(condition), std::move(then), std::move(otherwise)});
}

inline Field field(const std::string &name, int rank = 1) {
  static const char *const extents[] = {"nx", "ny", "nz"};
  Field f;
  f.name = f.base = f.object = name;
  f.elem = ScalarType::F32;
  Poly stride = 1;
  for (int a = 0; a < kMaxAxes; ++a) {
    f.has[a] = a < rank;
    f.stride[a] = a < rank ? stride : Poly(0);
    if (a < rank)
      f.extent[a] = Poly::symbol(extents[a]);
    stride = stride * Poly::symbol(extents[a]);
  }
  f.wholeObject = true;
  return f;
}

// One nest over the interior [1, n-1) of every axis, in C's usual order.
inline StencilProgram program(std::vector<StmtPtr> body, int rank = 1) {
  StencilProgram p;
  p.name = "ksn_test_0_main_1";
  p.function = "main";
  p.file = "test.c";
  p.rank = rank;
  p.axisNames = {"i", "j", "k"};
  p.fields = {field("A", rank), field("B", rank), field("C", rank), field("D", rank)};
  p.rotation = {0, 1, 2, 3};
  Stage stage;
  for (int a = 0; a < kMaxAxes; ++a)
    stage.domain[a] = {0, 1};
  for (int a = rank - 1; a >= 0; --a) {
    stage.domain[a] = {1, *p.fields[0].extent[a] - 1};
    stage.order.push_back({a, 1});
    p.params.push_back({p.fields[0].extent[a]->str(), ScalarType::I32, p.fields[0].extent[a]->str()});
  }
  stage.body = std::move(body);
  p.stages = {stage};
  return p;
}

} // namespace kasane::build
