// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs whose axes close to rings.
#pragma once

#include "Programs.h"

namespace kasane::build {

// The element so far along an axis; beyond an end of [0, n) it is at the other one.
inline ExprPtr around(FieldId f, int axis, int64_t distance) {
  const std::string n = axis == 0 ? "nx" : axis == 1 ? "ny" : "nz";
  FieldRead near{f, {}}, far{f, {}};
  near.offset[axis] = far.offset[axis] = distance;
  far.far.set(axis, distance < 0 ? Poly::symbol(n) : Poly(0) - Poly::symbol(n));
  ExprPtr at = index(axis) + integer(distance);
  ExprPtr inside =
      distance < 0 ? binary(BinaryOp::Ge, at, integer(0)) : binary(BinaryOp::Lt, at, scalar(n, ScalarType::I32));
  return makeExpr(ScalarType::F32, Select{inside, makeExpr(ScalarType::F32, near), makeExpr(ScalarType::F32, far)});
}

struct Axes { // a ring along each of these
  bool x = true, y = true, z = true;
  bool operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};

inline ExprPtr neighboursAround(FieldId f, int rank, const Axes &rings, int64_t radius = 1) {
  ExprPtr sum = at(f);
  for (int a = 0; a < rank; ++a)
    for (int64_t distance : {-radius, radius})
      sum = sum + number(0.5 + 0.125 * static_cast<double>(2 * a + (distance > 0))) *
                      (rings[a] ? around(f, a, distance)
                                : at(f, a == 0 ? distance : 0, a == 1 ? distance : 0, a == 2 ? distance : 0));
  return sum;
}

inline void closeRings(StencilProgram &p, const Axes &rings) {
  for (Stage &stage : p.stages)
    for (int a = 0; a < p.rank; ++a)
      if (rings[a])
        stage.domain[a] = {0, *p.fields[A].extent[a]};
}

// B = sum(A); swap(A, B)
inline StencilProgram torus(int rank, const Axes &rings = {}, int64_t radius = 1) {
  StencilProgram p = heatSwap(rank);
  p.stages[0].body = {store(B, neighboursAround(A, rank, rings, radius))};
  for (int a = 0; a < rank; ++a) {
    p.stages[0].domain[a] = {radius, *p.fields[A].extent[a] - radius};
    if (rings[a] && radius > 1) // once around, not twice
      p.guards.push_back({*p.fields[A].extent[a] - radius, "a ring is too short", {}});
  }
  closeRings(p, rings);
  return p;
}

// C = sum(B) + A; A, B, C = B, C, A
inline StencilProgram torusWave(int rank) {
  StencilProgram p = wave(rank);
  p.stages[0].body = {store(C, neighboursAround(B, rank, {}) + at(A))};
  closeRings(p, {});
  return p;
}

// B = sum(A) + i + 3 * j, where a cell asks for its place; swap(A, B)
inline StencilProgram torusPlaces(int rank) {
  StencilProgram p = torus(rank);
  ExprPtr place = index(0);
  for (int a = 1; a < rank; ++a)
    place = place + integer(2 * a + 1) * index(a);
  p.stages[0].body = {store(B, neighboursAround(A, rank, {}) + makeExpr(ScalarType::F32, Cast{place}))};
  return p;
}

// B = sum(A) + C + C[+1], where C is longer than the ring and no image of anything beyond it; swap(A, B)
inline StencilProgram torusBeside(int rank, int axis) {
  StencilProgram p = torus(rank);
  p.fields.push_back(field("C", rank));
  p.rotation = {1, 0, 2};
  Poly stride = 1;
  for (int a = 0; a < rank; ++a) {
    p.fields[C].stride[a] = stride;
    p.fields[C].extent[a] = *p.fields[C].extent[a] + 1;
    stride = stride * *p.fields[C].extent[a];
  }
  p.stages[0].body = {store(B, neighboursAround(A, rank, {}) + at(C) + at(C, axis == 0, axis == 1, axis == 2))};
  return p;
}

// B = sum(A), then C = A * sum(B) in [2, n - 1), then C = B in a plane; A, B, C = C, B, A
inline StencilProgram torusInside(int rank, int axis) {
  StencilProgram p = overTime(program({store(B, neighboursAround(A, rank, {}))}, rank), 3, {2, 1, 0});
  closeRings(p, {});
  Stage inner = p.stages[0], plane = inner;
  inner.body = {store(C, at(A) * neighboursAround(B, rank, {}))};
  inner.domain[axis] = {2, *p.fields[A].extent[axis] - 1};
  plane.body = {store(C, at(B))};
  plane.domain[axis] = {0, 1};
  p.stages.push_back(inner);
  p.stages.push_back(plane);
  return p;
}

// if (A > 1e7) B = sum(A); swap(A, B)
inline StencilProgram torusConditional(int rank) {
  StencilProgram p = torus(rank);
  p.stages[0].body = {branch(binary(BinaryOp::Gt, at(A), number(1e7)), p.stages[0].body)};
  return p;
}

// B = C * sum(A), with a C of all axes; swap(A, B)
inline StencilProgram torusCoefficients(int rank) {
  StencilProgram p = coefficients(rank);
  p.stages[0].body = {store(B, at(C) * neighboursAround(A, rank, {}))};
  closeRings(p, {});
  return p;
}

} // namespace kasane::build
