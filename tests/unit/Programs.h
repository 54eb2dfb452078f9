// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kinds of programs that the layers after Frontend must handle, one function each, as short as the kind allows.
#pragma once

#include "Build.h"

#include <algorithm>

namespace kasane::build {

// The same program with a time loop `for (t = 0; t < steps; t++)` and as many fields as it needs.
inline StencilProgram overTime(StencilProgram p, size_t fields, std::vector<FieldId> rotation) {
  p.params.push_back({"steps", ScalarType::I32, "steps"});
  p.time = TimeLoop{"t", ScalarType::I32, 0, Poly::symbol("steps"), 1, {}};
  p.fields.resize(fields);
  p.rotation = std::move(rotation);
  return p;
}

// One more nest over the same cells.
inline Stage &addStage(StencilProgram &p, std::vector<StmtPtr> body) {
  p.stages.push_back(p.stages.front());
  p.stages.back().body = std::move(body);
  return p.stages.back();
}

// The sum of the neighbours at `radius` along every axis.
inline ExprPtr neighbours(FieldId f, int rank, int64_t radius = 1) {
  ExprPtr sum = at(f);
  for (int a = 0; a < rank; ++a) {
    Offset o{};
    o[a] = radius;
    sum = sum + at(f, -o[0], -o[1], -o[2]) + at(f, o[0], o[1], o[2]);
  }
  return sum;
}

// B = sum(A); swap(A, B)
inline StencilProgram heatSwap(int rank = 1) {
  return overTime(program({store(B, neighbours(A, rank))}, rank), 2, {1, 0});
}

// B = sum(A); A = B
inline StencilProgram heatCopy(int rank = 1) {
  StencilProgram p = overTime(program({store(B, neighbours(A, rank))}, rank), 2, {0, 1});
  addStage(p, {store(A, at(B))});
  return p;
}

// s = weighted sum of the rows up to the cell's; B = s + that of the rows after it + s * A; swap(A, B).
// In the order of the planes.
inline StencilProgram weights(int rank = 2) {
  auto planeOf = [&](int64_t along, ExprPtr sum) {
    for (int64_t y : {-1, 0, 1})
      for (int64_t x : {-1, 0, 1}) {
        const ExprPtr element = rank > 2 ? at(A, x, y, along) : at(A, x, along);
        if (rank > 2 || y == 0)
          sum = sum ? sum + number(0.5 + 0.25 * static_cast<double>(x + y + along)) * element : number(0.75) * element;
      }
    return sum;
  };
  std::vector<StmtPtr> body = {declare("s", planeOf(-1, nullptr)), assign("s", planeOf(0, local("s"))),
                               store(B, planeOf(1, local("s")) + local("s") * at(A))};
  return overTime(program(body, rank), 2, {1, 0});
}

// C = sum(B) + A; A, B, C = B, C, A
inline StencilProgram wave(int rank = 1) {
  return overTime(program({store(C, neighbours(B, rank) + at(A))}, rank), 3, {1, 2, 0});
}

// B += A[i+1] + A[i]; A += B[i] + B[i-1]: both in place, and the same along the other axes
inline StencilProgram fdtd(int rank = 1) {
  ExprPtr after = at(A), before = at(B);
  for (int a = 0; a < rank; ++a) {
    after = after + at(A, a == 0, a == 1, a == 2);
    before = before + at(B, -(a == 0), -(a == 1), -(a == 2));
  }
  StencilProgram p = overTime(program({store(B, at(B) + after)}, rank), 2, {0, 1});
  addStage(p, {store(A, at(A) + before)});
  return p;
}

// if (A > 1e7) B = sum(A); swap(A, B): some cells keep what they had two steps ago
inline StencilProgram conditionalStore(int rank = 1) {
  StmtPtr made = branch(binary(BinaryOp::Gt, at(A), number(1e7)), {store(B, neighbours(A, rank))});
  return overTime(program({made}, rank), 2, {1, 0});
}

// B = sum(A); B[0] = B[1], along the slowest axis; swap(A, B)
inline StencilProgram neumann(int rank = 1) {
  StencilProgram p = heatSwap(rank);
  addStage(p, {store(B, at(B, rank == 1, rank == 2, rank == 3))}).domain[rank - 1] = {0, 1};
  return p;
}

// B = C * sum(A), where C has the x axis only; swap(A, B)
inline StencilProgram coefficient(int rank = 2) {
  StencilProgram p = overTime(program({store(B, at(C) * neighbours(A, rank))}, rank), 3, {1, 0, 2});
  p.fields[C] = field("C", 1);
  return p;
}

// The same with a C of all axes.
inline StencilProgram coefficients(int rank = 2) {
  StencilProgram p = coefficient(rank);
  p.fields[C] = field("C", rank);
  return p;
}

// B = C * A[j][i-2] + A[j+1][i+1]; swap(A, B): a level reads nothing of the newest plane that another one makes
inline StencilProgram coefficientsAside(int rank = 2) {
  StencilProgram p =
      overTime(program({store(B, at(C) * at(A, -2) + at(A, 1, 1, rank > 2 ? 1 : 0))}, rank), 3, {1, 0, 2});
  p.fields[C] = field("C", rank);
  p.stages[0].domain[0].lo = 2;
  return p;
}

// B = A[j][i-2] + A[j+1][i+1]; swap(A, B)
inline StencilProgram asymmetric() {
  StencilProgram p = overTime(program({store(B, at(A, -2) + at(A, 1, 1))}, 2), 2, {1, 0});
  p.stages[0].domain[0].lo = 2;
  return p;
}

// float c = t; B = c * sum(A) + i; swap(A, B), with a local
inline StencilProgram timeScalar() {
  StencilProgram p = overTime(program({declare("s", neighbours(A, 1)), assign("s", local("s") * local("c")),
                                       store(B, local("s") + makeExpr(ScalarType::F32, Cast{index(0)}))}),
                              2, {1, 0});
  p.stepScalars = {{"c", ScalarType::F32, makeExpr(ScalarType::F32, Cast{makeExpr(ScalarType::I32, TimeRef{})})}};
  return p;
}

// B = sum(A); A = sum(B): two half steps
inline StencilProgram halfSteps(int rank = 1) {
  StencilProgram p = heatSwap(rank);
  p.rotation = {0, 1};
  addStage(p, {store(A, neighbours(B, rank))});
  return p;
}

// Over flat pointers: the corners of the hull may be nobody's memory.
inline StencilProgram overFlatPointers(StencilProgram p) {
  for (Field &f : p.fields) {
    f.wholeObject = false;
    f.extent[1] = std::nullopt;
  }
  return p;
}

inline StencilProgram flat() { return overFlatPointers(heatSwap(2)); }

// B = sum(A) on [1, n-1), then C = A * B on [2, n-2) of x and y: nests of unlike domains
inline StencilProgram nested(int rank = 1) {
  StencilProgram p = overTime(program({store(B, neighbours(A, rank))}, rank), 3, {2, 1, 0});
  Stage &inner = addStage(p, {store(C, at(A) * neighbours(B, rank))});
  for (int a = 0; a < std::min(rank, 2); ++a)
    inner.domain[a] = {2, *p.fields[A].extent[a] - 2};
  return p;
}

// C = 0.5 in the first cell, A[i - 1] in the others; B = A + C; swap(A, B): C is there in a step only
inline StencilProgram handedOn(int rank = 1) {
  StencilProgram p = overTime(program({store(C, number(0.5))}, rank), 3, {1, 0, 2});
  p.stages[0].domain[0].hi = p.stages[0].domain[0].lo + 1;
  Stage &others = addStage(p, {store(C, at(A, -1))});
  others.domain[0].lo = p.stages[0].domain[0].hi;
  addStage(p, {store(B, at(A) + at(C))});
  p.fields[C].hidden = p.fields[C].ofStep = true;
  return p;
}

// B = A[i + 1], and A[0] behind the last; swap(A, B)
inline StencilProgram ring(int rank) {
  const Poly n = Poly::symbol("nx");
  ExprPtr inside = binary(BinaryOp::Lt, index(0), scalar("nx", ScalarType::I32) + integer(-1));
  ExprPtr first = makeExpr(ScalarType::F32, FieldRead{A, {1, 0, 0}, {Poly(0) - n, Poly(), Poly()}});
  StencilProgram p = heatSwap(rank);
  p.stages[0].body = {store(B, makeExpr(ScalarType::F32, Select{inside, at(A, 1), first}))};
  p.stages[0].domain[0] = {0, n};
  return p;
}

// The same, with A = B for the swap
inline StencilProgram ringCopied(int rank) {
  StencilProgram p = ring(rank);
  p.rotation = {0, 1};
  addStage(p, {store(A, at(B))});
  return p;
}

inline ExprPtr choose(BinaryOp op, ExprPtr left, ExprPtr right, ExprPtr whenTrue, ExprPtr whenFalse) {
  return makeExpr(ScalarType::F32,
                  Select{binary(op, std::move(left), std::move(right)), std::move(whenTrue), std::move(whenFalse)});
}

// In x of [0, nx): B = (x >= 2 ? A[-2] : A) + (x + 1 < nx ? A[+1] : A), in the last but one of a row B = A; swap(A, B)
inline StencilProgram columns(int rank = 1) {
  StencilProgram p = heatSwap(rank);
  const ExprPtr nx = scalar("nx", ScalarType::I32);
  const ExprPtr left = choose(BinaryOp::Ge, index(0), integer(2), at(A, -2), at(A));
  const ExprPtr right = choose(BinaryOp::Lt, index(0) + integer(1), nx, at(A, 1), at(A));
  p.stages[0].body = {
      branch(binary(BinaryOp::Eq, index(0), nx + integer(-2)), {store(B, at(A))}, {store(B, left + right)})};
  p.stages[0].domain[0] = {0, Poly::symbol("nx")};
  return p;
}

// B = sum(A), once
inline StencilProgram noTime(int rank = 1) {
  StencilProgram p = program({store(B, neighbours(A, rank))}, rank);
  p.fields.resize(2);
  p.rotation = {0, 1};
  return p;
}

// B = sum(A), and the host adds up C, which is hidden: from 0 in each step, or over all steps; swap(A, B)
inline StencilProgram collected(int rank = 1, bool overAllSteps = false) {
  StencilProgram p = overTime(program({store(B, neighbours(A, rank)), store(C, at(A) + at(B, 0))}, rank), 3, {1, 0, 2});
  p.stages[0].body[1] = store(C, neighbours(A, rank) * number(3));
  p.fields[C].hidden = true;
  p.fields[C].base = "";
  p.variables = {{"sum", ScalarType::F32, "sum"}};
  if (!overAllSteps)
    p.actions.push_back({0, SetVariable{"sum", number(0)}, {}});
  Gather gather{p.stages[0].domain, p.stages[0].order, {assign("sum", local("sum") * number(2) + at(C))}};
  p.actions.push_back({1, gather, {}});
  return p;
}

// The same, which counts its steps and ends after `most` of them, behind the swap or before it.
inline StencilProgram stopping(int rank, bool moved) {
  StencilProgram p = collected(rank);
  p.params.push_back({"most", ScalarType::I32, "most"});
  p.variables.push_back({"made", ScalarType::I32, "made"});
  ExprPtr made = makeExpr(ScalarType::I32, ScalarRef{"made"}), most = makeExpr(ScalarType::I32, ScalarRef{"most"});
  p.actions.push_back({1, SetVariable{"made", binary(BinaryOp::Add, made, integer(1))}, {}});
  p.actions.push_back({1, Stop{binary(BinaryOp::Ge, made, most), moved, true}, {}});
  return p;
}

// B = sum(A), the test, A = B
inline StencilProgram stopBetween() {
  StencilProgram p = stopping(1, true);
  p.rotation = {0, 1, 2};
  addStage(p, {store(A, at(B))});
  return p;
}

// B = sum(A), which is stored on [1, n - 1) of the slowest axis in two nests; A = B there
inline StencilProgram copiedInParts(int rank = 1) {
  StencilProgram p = heatCopy(rank);
  Stage lower = p.stages[0];
  p.stages[0].domain[rank - 1].hi = 4;
  lower.domain[rank - 1].lo = 4;
  p.stages.insert(p.stages.begin() + 1, std::move(lower));
  return p;
}

// B = sum(A); A = B + B[i - 1]: an edge of B is read, and never stored
inline StencilProgram copiedAtAnEdge(int rank = 1) {
  StencilProgram p = heatCopy(rank);
  p.stages[1].body = {store(A, at(B) + at(B, -1))};
  return p;
}

// if (A > 1e7) B = sum(A); A = B: some cells of B keep what they had
inline StencilProgram copiedInParticular(int rank = 1) {
  StencilProgram p = heatCopy(rank);
  p.stages[0].body = {branch(binary(BinaryOp::Gt, at(A), number(1e7)), {store(B, neighbours(A, rank))})};
  return p;
}

// C = B; B = sum(A); A = B + C: B is read before it is stored
inline StencilProgram copiedLate(int rank = 1) {
  StencilProgram p = overTime(program({store(C, at(B))}, rank), 3, {0, 1, 2});
  addStage(p, {store(B, neighbours(A, rank))});
  addStage(p, {store(A, at(B) + at(C))});
  return p;
}

// B = sum(A); C = B + B[i - 1] + B[i + 1] further inside; A = C: nobody looks at B where it isn't stored
inline StencilProgram copiedInside(int rank = 1) {
  StencilProgram p = overTime(program({store(B, neighbours(A, rank))}, rank), 3, {0, 1, 2});
  addStage(p, {store(C, neighbours(B, rank))});
  addStage(p, {store(A, at(C))});
  for (size_t k = 1; k < 3; ++k)
    for (int a = 0; a < rank; ++a)
      p.stages[k].domain[a] = {2, *p.fields[A].extent[a] - 2};
  return p;
}

// With host code before a stage, in the steps 1, 4, 7, ..
inline StencilProgram withHostCode(StencilProgram p, size_t before) {
  ExprPtr rest = binary(BinaryOp::Rem, makeExpr(ScalarType::I32, TimeRef{}), integer(3));
  HostAction point{before, HostPoint{1, binary(BinaryOp::Eq, rest, integer(1)), before == p.stages.size()}, {}};
  auto behind =
      std::find_if(p.actions.begin(), p.actions.end(), [&](const HostAction &a) { return a.before > before; });
  p.actions.insert(behind, std::move(point));
  return p;
}

} // namespace kasane::build
