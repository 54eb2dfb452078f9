// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat on meshes, in loops as a user writes them: a mesh of one level has the bits of the uniform grid, a refined one
// the order of the scheme, and what is in it stays.
#include "Forest.h"

#include <cmath>
#include <gtest/gtest.h>

namespace {

using Cell = std::array<int, 3>;
const double kTau = 2 * std::acos(-1.);

template <typename T> T step(T centre, T sum, T factor, int rank) {
  return centre + factor * (sum - T(2 * rank) * centre);
}

template <typename T> void heatStep(const ksm_mesh &m, Array<T> &u, Array<T> &v, T dt) {
  const int rank = m.domain.rank;
  ksm_fill(&m, KSM_ALL, u.u, KSM_LINEAR);
  forCells(m, 0, [&](int leaf, Cell c) {
    const T h = T(m.h[leaf]);
    T sum = u.at(leaf, {c[0] - 1, c[1], c[2]}) + u.at(leaf, {c[0] + 1, c[1], c[2]}) +
            u.at(leaf, {c[0], c[1] - 1, c[2]}) + u.at(leaf, {c[0], c[1] + 1, c[2]});
    if (rank == 3)
      sum += u.at(leaf, {c[0], c[1], c[2] - 1}) + u.at(leaf, {c[0], c[1], c[2] + 1});
    v.at(leaf, c) = step(u.at(leaf, c), sum, dt / (h * h), rank);
  });
  std::swap(u.u, v.u);
}

// The uniform grid of the same cells, periodic, or with the nearest cell beyond its ends.
template <typename T> struct Grid {
  int rank, n[3];
  bool isPeriodic;
  std::vector<T> u, v;
  size_t index(int x, int y, int z) const {
    int at[3] = {x, y, z};
    for (int a = 0; a < 3; a++)
      at[a] = isPeriodic ? (at[a] + n[a]) % n[a] : std::min(std::max(at[a], 0), n[a] - 1);
    return (size_t(at[2]) * n[1] + at[1]) * n[0] + at[0];
  }
  void step(T factor) {
    for (int z = 0; z < n[2]; z++)
      for (int y = 0; y < n[1]; y++)
        for (int x = 0; x < n[0]; x++) {
          T sum = u[index(x - 1, y, z)] + u[index(x + 1, y, z)] + u[index(x, y - 1, z)] + u[index(x, y + 1, z)];
          if (rank == 3)
            sum += u[index(x, y, z - 1)] + u[index(x, y, z + 1)];
          v[index(x, y, z)] = ::step(u[index(x, y, z)], sum, factor, rank);
        }
    std::swap(u, v);
  }
};

template <typename T> int differing(int rank, int cells, int level, bool isPeriodic) {
  const ksm_domain d = domainOf(rank, {2, 1, 1}, cells, 1 + cells % 3, isPeriodic);
  Mesh m(ksm_create(&d));
  settle(*m, [&](const ksm_mesh &is, int leaf) { return is.level[leaf] < level; });
  EXPECT_EQ(m->first[level + 1] - m->first[level], m->leaves);
  Array<T> u, v;
  u.add(m, "u");
  v.add(m, "v");
  if (!isPeriodic)
    for (T *array : {u.u, v.u})
      ksm_ends(m.get(), array, KSM_ALL, KSM_COPY, 0);
  Grid<T> grid = {rank, {1, 1, 1}, isPeriodic, {}, {}};
  for (int a = 0; a < rank; a++)
    grid.n[a] = (d.roots[a] << level) * cells;
  grid.u.resize(size_t(grid.n[0]) * grid.n[1] * grid.n[2]);
  grid.v = grid.u;
  auto indexOf = [&](int leaf, Cell c) {
    const int *const at = m->at[leaf];
    return grid.index(at[0] * cells + c[0], at[1] * cells + c[1], rank == 2 ? 0 : at[2] * cells + c[2]);
  };
  forCells(*m, 0, [&](int leaf, Cell c) {
    const size_t at = indexOf(leaf, c);
    grid.u[at] = u.at(leaf, c) = T(std::sin(1.3 * double(at)) + std::cos(0.7 * double(at % 97)));
  });
  const T dt = T(0.15 * m->h[0] * m->h[0]), h = T(m->h[0]);
  for (int t = 0; t < 12; t++) {
    heatStep(*m, u, v, dt);
    grid.step(dt / (h * h));
  }
  int wrong = 0;
  forCells(*m, 0,
           [&](int leaf, Cell c) { wrong += std::memcmp(&u.at(leaf, c), &grid.u[indexOf(leaf, c)], sizeof(T)) != 0; });
  return wrong;
}

TEST(MeshHeat, OneLevelHasTheBitsOfTheUniformGrid) {
  for (int cells : {4, 8, 16, 18, 32})
    for (bool isPeriodic : {false, true}) {
      EXPECT_EQ(differing<float>(2, cells, 2, isPeriodic), 0) << cells;
      EXPECT_EQ(differing<double>(2, cells, 1, isPeriodic), 0) << cells;
    }
  for (int cells : {4, 8, 18})
    for (bool isPeriodic : {false, true}) {
      EXPECT_EQ(differing<float>(3, cells, 1, isPeriodic), 0) << cells;
      EXPECT_EQ(differing<double>(3, cells, cells < 18, isPeriodic), 0) << cells;
    }
}

struct Error {
  double most = 0, mean = 0, mass = 0;
  int leaves = 0, levels = 0;
};

// sin x sin y on a torus decays as exp(-2 tau^2 t); the mesh is refined along a ring, the same for all B.
Error ringError(int cells, int finest, double end) {
  const ksm_domain d = domainOf(2, {4, 4, 1}, cells, 1, true);
  Mesh m(ksm_create(&d));
  Array<double> u, v;
  u.add(m, "u");
  v.add(m, "v");
  settle(*m, [&](const ksm_mesh &is, int leaf) {
    const auto c = middleOf(is, leaf);
    const double width = is.h[leaf] * is.domain.cells;
    return is.level[leaf] < finest && std::abs(std::hypot(c[0] - 0.5, c[1] - 0.5) - 0.25) < 0.05 + 0.7 * width;
  });
  auto start = [&](int leaf, Cell c) {
    const auto x = u.place(leaf, c);
    return std::sin(kTau * x[0] + 0.7) * std::sin(kTau * x[1] - 0.4);
  };
  auto massOf = [&] {
    double mass = 0;
    forCells(*m, 0, [&](int leaf, Cell c) { mass += u.at(leaf, c) * m->h[leaf] * m->h[leaf]; });
    return mass;
  };
  forCells(*m, 0, [&](int leaf, Cell c) { u.at(leaf, c) = 1 + start(leaf, c); });
  const double before = massOf(), h = m->h[m->leaves - 1], dt = 0.2 * h * h;
  const int steps = int(end / dt + 0.5);
  for (int t = 0; t < steps; t++)
    heatStep(*m, u, v, dt);
  Error error;
  const double decay = std::exp(-2 * kTau * kTau * steps * dt);
  forCells(*m, 0, [&](int leaf, Cell c) {
    const double is = std::abs(u.at(leaf, c) - 1 - decay * start(leaf, c));
    error.most = std::max(error.most, is);
    error.mean += is * m->h[leaf] * m->h[leaf];
  });
  error.mass = std::abs(massOf() - before) / before;
  error.leaves = m->leaves;
  error.levels = m->deepest + 1;
  return error;
}

TEST(MeshHeat, ARefinedMeshHasSecondOrder) {
  const Error coarse = ringError(8, 2, 0.002), middle = ringError(16, 2, 0.002), fine = ringError(32, 2, 0.002);
  ASSERT_EQ(coarse.levels, 3);
  ASSERT_EQ(coarse.leaves, fine.leaves);
  for (auto [from, to] : {std::pair(coarse, middle), std::pair(middle, fine)}) {
    EXPECT_GE(std::log2(from.mean / to.mean), 1.9) << from.mean << " " << to.mean;
    EXPECT_GE(std::log2(from.most / to.most), 1.9) << from.most << " " << to.most;
  }
  EXPECT_LT(coarse.mass, 1e-6);
  EXPECT_LT(fine.mass, 1e-6);
}

TEST(MeshHeat, OneLevelKeepsItsMass) {
  const Error error = ringError(16, 0, 0.002);
  EXPECT_EQ(error.levels, 1);
  EXPECT_LT(error.mass, 1e-14);
}

} // namespace
