// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sweeps of a GPU, whose work-items make several cells at once.
#include "Compare.h"

using namespace kasane;
using namespace kasane::build;
using namespace kasane::execution;

namespace {

// Rows that are a multiple of four cells and that aren't, and tiles that begin before the first cell.
TEST(Execute, SweepsOfCellsAbreast) {
  const std::vector<StencilProgram> programs = {heatSwap(2),
                                                heatSwap(3),
                                                heatCopy(2),
                                                copiedInParts(2),
                                                weights(3),
                                                wave(2),
                                                fdtd(3),
                                                neumann(2),
                                                coefficients(3),
                                                halfSteps(2),
                                                nested(2),
                                                ring(2),
                                                conditionalStore(2),
                                                collected(2),
                                                overFlatPointers(heatSwap(2)),
                                                overFlatPointers(coefficients(3))};
  std::vector<Scalars> runs;
  for (int64_t nx : {4, 8, 11, 36, 40})
    runs.push_back({{"nx", nx}, {"ny", 5}, {"nz", 4}, {"steps", 3}, {"sum", 9}, {"made", 0}, {"most", 4}});
  for (size_t k = 0; k < programs.size(); ++k)
    for (const auto &[tile, group] : {std::pair<std::array<int64_t, 3>, std::array<int64_t, 3>>{{8, 2, 1}, {2, 2, 1}},
                                      {{32, 1, 2}, {4, 1, 1}},
                                      {{12, 3, 1}, {1, 3, 1}}})
      compare({std::to_string(k).c_str(), programs[k]}, {Family::Sweep, tile, 1, group, false, true}, runs);
}

// B = C[z] * sum(A) + y * z; swap(A, B)
StencilProgram placedRows() {
  StencilProgram p = coefficient(3);
  p.fields[C].has = {false, false, true};
  p.fields[C].stride = {Poly(0), Poly(0), Poly(1)};
  p.fields[C].extent[0] = std::nullopt;
  p.fields[C].extent[2] = Poly::symbol("nz");
  p.stages[0].body = {
      store(B, at(C, 0, 0, 1) * neighbours(A, 3) + makeExpr(ScalarType::F32, Cast{index(1) * index(2)}))};
  return p;
}

// A = A + sum(B) + B[-3]; B = A[+1 row] + A[+2 rows]
StencilProgram inPlace(int rank) {
  StencilProgram p = overTime(program({store(A, at(A) + neighbours(B, rank) + at(B, -3))}, rank), 2, {0, 1});
  for (int a = 0; a < rank; ++a)
    p.stages[0].domain[a] = {3, *p.fields[0].extent[a] - 2};
  addStage(p, {store(B, rank > 2 ? at(A, 0, 0, 2) + at(A, 0, 0, 1) : at(A, 0, 2) + at(A, 0, 1))});
  return p;
}

int64_t rowsAtOnce(const KBody &body) {
  int64_t rows = 1;
  walk(body, [&](const KStmt &stmt) {
    if (const auto *loop = std::get_if<CellLoop>(&stmt.node); loop && loop->axis > 0)
      rows = std::max(rows, loop->step);
  });
  return rows;
}

// Numbers of rows of which some are left, along the slowest axis and along y.
TEST(Execute, SweepsOfRowsAtOnce) {
  const std::vector<StencilProgram> programs = {heatSwap(2),
                                                heatSwap(3),
                                                heatCopy(3),
                                                copiedInParts(2),
                                                weights(3),
                                                wave(3),
                                                fdtd(3),
                                                neumann(3),
                                                neumann(2),
                                                coefficient(3),
                                                coefficients(3),
                                                coefficientsAside(3),
                                                asymmetric(),
                                                halfSteps(2),
                                                nested(2),
                                                ring(2),
                                                collected(2),
                                                placedRows(),
                                                inPlace(2),
                                                inPlace(3),
                                                overFlatPointers(heatSwap(2)),
                                                overFlatPointers(coefficients(3))};
  std::vector<Scalars> runs;
  for (int64_t n : {5, 6, 8, 11})
    for (int64_t nx : {11, 40})
      runs.push_back({{"nx", nx}, {"ny", n}, {"nz", 13 - n}, {"steps", 3}, {"sum", 9}, {"made", 0}, {"most", 4}});
  for (size_t k = 0; k < programs.size(); ++k)
    for (const auto &[tile, group] : {std::pair<std::array<int64_t, 3>, std::array<int64_t, 3>>{{8, 2, 2}, {2, 1, 1}},
                                      {{32, 6, 3}, {4, 2, 1}},
                                      {{16, 4, 1}, {1, 2, 1}}})
      compare({std::to_string(k).c_str(), programs[k]}, {Family::Sweep, tile, 1, group, false, true}, runs);
  for (const auto &[p, rows] :
       {std::pair{heatSwap(3), 2}, {heatSwap(2), 2}, {weights(3), 2}, {placedRows(), 2}, {ring(2), 1}, {noTime(3), 2}})
    EXPECT_EQ(rowsAtOnce(lower(p, {}, scheduleOf({"", p}, {Family::Sweep, {8, 2, 2}, 1, {2, 1, 1}, false, true}))
                             .kernels.front()
                             .body),
              rows);
}

bool marches(const StencilProgram &p, const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group) {
  bool out = false;
  walk(lower(p, {}, scheduleOf({"", p}, {Family::Sweep, tile, 1, group, false, true})).kernels.front().body,
       [&](const KStmt &stmt) {
         const auto *loop = std::get_if<KFor>(&stmt.node);
         out |= loop && loop->staysLoop;
       });
  return out;
}

// B = A[z - 2] + A[z] + A[z + 2] + A[y - 1] + C; a plane between two that are read is held, too.
StencilProgram everyOtherPlane() {
  StencilProgram p = coefficient(3);
  p.stages[0].domain[2] = {2, *p.fields[0].extent[2] - 2};
  p.stages[0].body = {store(B, at(A, 0, 0, -2) + at(A) + at(A, 0, 0, 2) + at(A, 0, -1) + at(A, -1, 0, 1) + at(C))};
  return p;
}

// Planes that fill several marches, and the last one in part.
TEST(Execute, SweepsOfMarches) {
  const std::vector<StencilProgram> programs = {heatSwap(2),
                                                heatSwap(3),
                                                heatCopy(3),
                                                weights(3),
                                                wave(3),
                                                fdtd(3),
                                                neumann(3),
                                                coefficients(3),
                                                asymmetric(),
                                                halfSteps(2),
                                                ring(2),
                                                collected(2),
                                                placedRows(),
                                                inPlace(2),
                                                inPlace(3),
                                                everyOtherPlane(),
                                                overFlatPointers(heatSwap(2)),
                                                overFlatPointers(coefficients(3))};
  std::vector<Scalars> runs;
  for (int64_t n : {5, 9, 14})
    for (int64_t nx : {11, 40})
      runs.push_back({{"nx", nx}, {"ny", n}, {"nz", 20 - n}, {"steps", 3}, {"sum", 9}, {"made", 0}, {"most", 4}});
  for (size_t k = 0; k < programs.size(); ++k)
    for (const auto &[y, z] : {std::pair<int64_t, int64_t>{2, 5}, {1, 7}}) {
      const bool isFlat = programs[k].rank == 2;
      compare({std::to_string(k).c_str(), programs[k]},
              {Family::Sweep, {16, isFlat ? z : y, z}, 1, {2, isFlat ? 1 : y, 1}, false, true}, runs);
    }
  for (const StencilProgram &p : {heatSwap(3), wave(3), everyOtherPlane(), placedRows()})
    EXPECT_TRUE(marches(p, {16, 2, 5}, {2, 2, 1}));
  EXPECT_TRUE(marches(heatSwap(2), {16, 5, 1}, {2, 1, 1}));
  EXPECT_FALSE(marches(heatSwap(3), {16, 2, 4}, {2, 2, 1}));
  EXPECT_FALSE(marches(ring(2), {16, 5, 1}, {2, 1, 1})); // planes at both ends
}

} // namespace
