// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that live with a mesh: carried over when it changes, whatever the variables exchange.
#include "Forest.h"

#include <cmath>
#include <gtest/gtest.h>

namespace {

using Cell = std::array<int, 3>;

template <typename T> void noise(const Array<T> &u, std::mt19937 &random) {
  forCells(*u.m, 0, [&](int leaf, Cell cell) {
    for (int c = 0; c < u.components; c++)
      u.at(leaf, cell, c) = T(random() % 4096);
  });
}

template <typename T> double sumOf(const Array<T> &u, int component = 0) {
  double sum = 0;
  forCells(*u.m, 0, [&](int leaf, Cell cell) {
    sum += double(u.at(leaf, cell, component)) * std::pow(u.m->h[leaf] / u.m->h[0], u.m->domain.rank);
  });
  return sum * std::pow(u.m->h[0], u.m->domain.rank);
}

TEST(MeshArray, ItBeginsAsZeros) {
  const ksm_domain d = domainOf(2, {2, 2, 1}, 4, 2);
  Mesh m(ksm_create(&d));
  Array<float> u;
  u.add(m, "u", 5);
  forCells(*m, 2, [&](int leaf, Cell cell) { EXPECT_EQ(u.at(leaf, cell, 4), 0.0f); });
}

TEST(MeshArray, LeavesThatStayKeepTheirBytes) {
  for (int rank = 2; rank <= 3; rank++) {
    std::mt19937 random(3);
    const ksm_domain d = domainOf(rank, {2, 2, 2}, 4, 1);
    Mesh m(ksm_create(&d));
    Array<double> u;
    u.add(m, "u", 2);
    noise(u, random);
    forCells(*m, 1, [&](int leaf, Cell cell) { // ghosts, too
      u.at(leaf, cell, 1) = leaf * 1000 + cell[0] + 10 * cell[1] + 100 * cell[2];
    });
    const auto middle = middleOf(*m, 3);
    const std::vector<double> before(&u.u[3 * 2 * u.room()], &u.u[4 * 2 * u.room()]);
    ASSERT_EQ(refine(*m, [](const ksm_mesh &, int leaf) { return leaf == 0; }), 1);
    const int leaf = ksm_find(m.get(), middle.data());
    ASSERT_EQ(m->level[leaf], 0);
    EXPECT_EQ(std::memcmp(&u.u[leaf * 2 * u.room()], before.data(), before.size() * sizeof(double)), 0);
  }
}

// Whole numbers below 4096 in cells of so few levels: all sums and means are exact.
TEST(MeshArray, MassStays) {
  int64_t changes = 0;
  for (const ksm_rule *rule : {KSM_LINEAR, KSM_CONSTANT})
    for (unsigned seed = 0; seed < 10; seed++) {
      SCOPED_TRACE(seed);
      std::mt19937 random(seed);
      ksm_domain d = randomDomain(random);
      d.cells = 8;
      if (d.rank == 3)
        d.cells = 4;
      Mesh m(ksm_create(&d));
      Array<double> u;
      u.add(m, "u", 2);
      noise(u, random);
      const double before = sumOf(u, 1);
      const int64_t first = m->number;
      for (int round = 0; round < 4; round++)
        refine(
            *m, [&](const ksm_mesh &is, int leaf) { return is.level[leaf] < 3 && random() % 3 == 0 ? 1 : -1; }, rule);
      changes += m->number - first;
      EXPECT_EQ(sumOf(u, 1), before);
    }
  EXPECT_GT(changes, 40);
}

TEST(MeshArray, RefinedAndJoinedTheCellsAreAsBefore) {
  for (const ksm_rule *rule : {KSM_LINEAR, KSM_CONSTANT})
    for (int rank = 2; rank <= 3; rank++) {
      std::mt19937 random(5);
      const ksm_domain d = domainOf(rank, {2, 3, 2}, 6, 1, true);
      Mesh m(ksm_create(&d));
      Array<double> u;
      u.add(m, "u");
      noise(u, random);
      std::vector<double> before, behind;
      forCells(*m, 0, [&](int leaf, Cell cell) { before.push_back(u.at(leaf, cell)); });
      refine(*m, [](const ksm_mesh &, int) { return 1; }, rule);
      ASSERT_EQ(m->deepest, 1);
      refine(*m, [](const ksm_mesh &, int) { return -1; }, rule);
      ASSERT_EQ(m->deepest, 0);
      forCells(*m, 0, [&](int leaf, Cell cell) { behind.push_back(u.at(leaf, cell)); });
      EXPECT_EQ(before, behind);
    }
}

void tenfold(const void *from, void *made, const ksm_cell *c) {
  const float *const around = static_cast<const float *>(from);
  for (int q = 0; q < c->components; q++)
    static_cast<float *>(made)[q] = 10 * around[4 * c->components + q] + static_cast<float>(c->side[1]);
}

void largest(const void *from, void *made, const ksm_cell *c) {
  const float *const parts = static_cast<const float *>(from);
  for (int q = 0; q < c->components; q++)
    static_cast<float *>(made)[q] = parts[7 * c->components + q] + static_cast<float>(c->level);
}

TEST(MeshArray, JoinedCellsAreMadeByTheUsersRule) {
  const ksm_domain d = domainOf(3, {1, 1, 1}, 4, 1);
  Mesh m(ksm_create(&d));
  Array<float> u;
  u.add(m, "u", 2);
  settle(*m, [](const ksm_mesh &is, int leaf) { return is.level[leaf] < 2; });
  auto value = [&](int leaf, Cell c) {
    const int *const at = m->at[leaf];
    return float(4 * at[0] + c[0] + 100 * (4 * at[1] + c[1]) + 10000 * (4 * at[2] + c[2]));
  };
  forCells(*m, 0, [&](int leaf, Cell c) { u.at(leaf, c, 1) = value(leaf, c); });
  const ksm_rule rule = {nullptr, largest, nullptr};
  ASSERT_EQ(refine(*m, [](const ksm_mesh &, int) { return -1; }, &rule), 64);
  ASSERT_EQ(m->leaves, 8);
  forCells(*m, 0, [&](int leaf, Cell c) { EXPECT_EQ(u.at(leaf, c, 1), 2 * value(leaf, c) + 10101 + 1); });
}

TEST(MeshArray, NewCellsAreMadeByTheUsersRule) {
  const ksm_domain d = domainOf(2, {1, 1, 1}, 4, 1);
  Mesh m(ksm_create(&d));
  Array<float> u;
  u.add(m, "u", 2);
  forCells(*m, 0, [&](int leaf, Cell cell) { u.at(leaf, cell, 1) = float(cell[0] + 4 * cell[1]); });
  const ksm_rule rule = {tenfold, nullptr, nullptr};
  ASSERT_EQ(refine(*m, [](const ksm_mesh &, int) { return 1; }, &rule), 1);
  forCells(*m, 0, [&](int leaf, Cell cell) {
    const int x = 4 * m->at[leaf][0] + cell[0], y = 4 * m->at[leaf][1] + cell[1];
    EXPECT_EQ(u.at(leaf, cell, 1), 10 * float(x / 2 + 4 * (y / 2)) + (y % 2 ? 1 : -1));
  });
}

TEST(MeshArray, VariablesMayExchangeTheirArrays) {
  const ksm_domain d = domainOf(2, {2, 1, 1}, 4, 1);
  Mesh m(ksm_create(&d));
  Array<double> u, v, w;
  u.add(m, "u");
  v.add(m, "v");
  w.add(m, "w", 3);
  forCells(*m, 0, [&](int leaf, Cell cell) {
    u.at(leaf, cell) = 1;
    v.at(leaf, cell) = 2;
    w.at(leaf, cell, 2) = 3;
  });
  double *const old = u.u;
  std::swap(u.u, v.u);
  refine(*m, [](const ksm_mesh &, int) { return 1; });
  EXPECT_NE(v.u, old);
  forCells(*m, 0, [&](int leaf, Cell cell) {
    EXPECT_EQ(u.at(leaf, cell), 2);
    EXPECT_EQ(v.at(leaf, cell), 1);
    EXPECT_EQ(w.at(leaf, cell, 2), 3);
  });
  // The name goes with the variable; what is dropped is what it holds.
  EXPECT_EQ(ksm_drop(m.get(), u.u), 0);
  EXPECT_EQ(u.u, nullptr);
  refine(*m, [](const ksm_mesh &, int) { return -1; });
  ASSERT_EQ(m->leaves, 2);
  EXPECT_EQ(v.at(1, {0, 3, 0}), 1);
  EXPECT_EQ(w.at(1, {0, 3, 0}, 2), 3);
  u.add(m, "u"); // its name is free again
  EXPECT_EQ(u.at(1, {2, 2, 0}), 0);
  EXPECT_EQ(ksm_fill(m.get(), 0, v.u, nullptr), 0);
}

} // namespace
