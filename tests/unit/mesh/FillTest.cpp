// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ghosts against a second definition: values of any level's cells, found cell by cell in a map of the leaves.
#include "Forest.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <optional>

namespace {

using Cell = std::array<int, 3>;
const double kNaN = std::numeric_limits<double>::quiet_NaN();

template <typename T> void noise(const Array<T> &u, std::mt19937 &random) {
  const size_t count = u.m->leaves * u.components * u.room();
  for (size_t n = 0; n < count; n++)
    u.u[n] = T(kNaN);
  forCells(*u.m, 0, [&](int leaf, Cell cell) {
    for (int c = 0; c < u.components; c++)
      u.at(leaf, cell, c) = T(random() % 100000) / T(1777);
  });
}

// A rule of a user's that mixes all components, and uses all that it is told.
template <typename T> void mixFiner(const void *from, void *made, const ksm_cell *c) {
  const T *const around = static_cast<const T *>(from);
  const int count = c->rank == 2 ? 9 : 27, n = c->components;
  for (int q = 0; q < n; q++) {
    T sum = T(c->h) * T(c->level) + *static_cast<const T *>(c->data);
    for (int i = 0; i < count; i++)
      sum += around[i * n + q] * T(i + 1) - around[i * n + (q + 1) % n] * T(c->side[0] + 2 * c->side[1] + c->side[2]);
    static_cast<T *>(made)[q] = sum / 64;
  }
}
template <typename T> void mixCoarser(const void *from, void *made, const ksm_cell *c) {
  const T *const parts = static_cast<const T *>(from);
  const int count = c->rank == 2 ? 4 : 8, n = c->components;
  for (int q = 0; q < n; q++) {
    T sum = T(c->h) + T(c->level + c->side[0] + c->side[1] + c->side[2]);
    for (int i = 0; i < count; i++)
      sum += parts[i * n + q] * T(i + 1) + parts[i * n + (q + 1) % n];
    static_cast<T *>(made)[q] = sum / 32;
  }
}

// What a fill is to make. Slow and short: every value is found from the place alone.
template <typename T> class Expected {
public:
  using Values = std::vector<T>;
  Expected(const Array<T> &same, const ksm_rule &rule) : u_(same), m_(*same.m), rule_(rule) {
    for (int n = 0; n < m_.leaves; n++)
      leaves_[{m_.level[n], m_.at[n][0], m_.at[n][1], m_.at[n][2]}] = n;
  }

  Values ghost(int leaf, Cell cell) const {
    const int level = m_.level[leaf];
    Cell place = {};
    for (int a = 0; a < m_.domain.rank; a++)
      place[a] = m_.at[leaf][a] * m_.domain.cells + cell[a];
    if (auto found = read(level, place))
      return *found;
    Cell wrapped = place;
    wrap(level, wrapped);
    Cell coarse = {};
    ksm_cell about = aboutOf(level);
    for (int a = 0; a < m_.domain.rank; a++) {
      coarse[a] = wrapped[a] / 2;
      about.side[a] = wrapped[a] % 2 ? 1 : -1;
    }
    return finer(level, coarse, about);
  }

private:
  ksm_cell aboutOf(int level) const {
    ksm_cell about = {};
    about.rank = m_.domain.rank;
    about.components = u_.components;
    about.level = level;
    about.h = m_.domain.width / m_.domain.roots[0] / (1 << level) / m_.domain.cells;
    about.data = rule_.data;
    return about;
  }
  bool wrap(int level, Cell &place) const {
    for (int a = 0; a < m_.domain.rank; a++) {
      const int n = (m_.domain.roots[a] << level) * m_.domain.cells;
      if ((place[a] < 0 || place[a] >= n) && !m_.domain.periodic[a])
        return false;
      place[a] = (place[a] % n + n) % n;
    }
    return true;
  }
  std::optional<Values> read(int level, Cell place) const {
    if (!wrap(level, place))
      return {};
    const int b = m_.domain.cells;
    std::array<int, 4> at = {level, place[0] / b, place[1] / b, place[2] / b};
    if (auto found = leaves_.find(at); found != leaves_.end()) {
      Values values;
      for (int c = 0; c < u_.components; c++)
        values.push_back(u_.at(found->second, {place[0] % b, place[1] % b, place[2] % b}, c));
      return values;
    }
    for (at = {level - 1, at[1] / 2, at[2] / 2, at[3] / 2}; at[0] >= 0;
         at = {at[0] - 1, at[1] / 2, at[2] / 2, at[3] / 2})
      if (leaves_.count(at))
        return {};
    return coarser(level, place);
  }
  Values coarser(int level, Cell place) const {
    const int count = 1 << m_.domain.rank, n = u_.components;
    Values parts, made(n);
    for (int i = 0; i < count; i++) {
      const auto part = *read(level + 1, {2 * place[0] + i % 2, 2 * place[1] + i / 2 % 2, 2 * place[2] + i / 4});
      parts.insert(parts.end(), part.begin(), part.end());
    }
    const ksm_cell about = aboutOf(level);
    if (rule_.coarser) {
      rule_.coarser(parts.data(), made.data(), &about);
      return made;
    }
    for (int c = 0; c < n; c++) {
      T sum = 0;
      for (int i = 0; i < count; i++)
        sum += parts[i * n + c];
      made[c] = sum / T(count);
    }
    return made;
  }
  // The cell beside, in so many axes' directions; where there is none, by the plane through those that there are.
  Values around(int level, Cell centre, Cell way) const {
    if (auto found = read(level, {centre[0] + way[0], centre[1] + way[1], centre[2] + way[2]}))
      return *found;
    const int axis = way[0] ? 0 : way[1] ? 1 : 2;
    Cell aside = way, face = {}, back = {};
    aside[axis] = 0;
    face[axis] = way[axis];
    back[axis] = -way[axis];
    Values value = around(level, centre, aside);
    const bool isFace = aside == Cell{};
    const Values middle = around(level, centre, {}), to = isFace ? middle : around(level, centre, face),
                 from = isFace ? around(level, centre, back) : middle;
    for (size_t c = 0; c < value.size(); c++)
      value[c] += to[c] - from[c];
    return value;
  }
  Values finer(int level, Cell coarse, const ksm_cell &about) const {
    const int rank = m_.domain.rank;
    Values value = around(level - 1, coarse, {});
    if (&rule_ == KSM_CONSTANT)
      return value;
    if (rule_.finer) {
      Values all;
      for (int dz = rank == 2 ? 0 : -1; dz <= (rank == 2 ? 0 : 1); dz++)
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++) {
            const Values one = around(level - 1, coarse, {dx, dy, dz});
            all.insert(all.end(), one.begin(), one.end());
          }
      rule_.finer(all.data(), value.data(), &about);
      return value;
    }
    for (int a = 0; a < rank; a++) {
      Cell ahead = {}, back = {};
      ahead[a] = 1;
      back[a] = -1;
      const Values high = around(level - 1, coarse, ahead), low = around(level - 1, coarse, back);
      for (size_t c = 0; c < value.size(); c++)
        value[c] += T(about.side[a]) * T(0.125) * (high[c] - low[c]);
    }
    return value;
  }

  const Array<T> &u_;
  const ksm_mesh &m_;
  const ksm_rule &rule_;
  std::map<std::array<int, 4>, int> leaves_;
};

// Cells stay, ghosts are what is expected, those beyond ends stay as they were.
template <typename T> int checkFill(Mesh &m, std::mt19937 &random, int components, const ksm_rule &rule) {
  Array<T> u;
  u.add(m, "u", components);
  noise(u, random);
  const std::vector<T> before(u.u, u.u + m->leaves * components * u.room());
  EXPECT_EQ(ksm_fill(m.get(), KSM_ALL, u.u, &rule), 0);
  Array<T> was = u;
  was.u = const_cast<T *>(before.data());
  const Expected<T> expected(was, rule);
  int wrong = 0;
  forCells(*m, m->domain.ghosts, [&](int leaf, Cell cell) {
    const bool isBeyond = endsOf(*m, leaf, cell) != 0;
    const auto values = isBeyond ? std::vector<T>(components, T(kNaN)) : expected.ghost(leaf, cell);
    for (int c = 0; c < components; c++)
      wrong += isBeyond ? !std::isnan(u.at(leaf, cell, c)) : u.at(leaf, cell, c) != values[c];
  });
  ksm_drop(m.get(), u.u);
  return wrong;
}

TEST(MeshFill, RandomForestsHaveTheGhostsOfTheDefinition) {
  int jumps = 0;
  const float one = 1.5f;
  const double two = 2.5;
  const ksm_rule mixF = {mixFiner<float>, mixCoarser<float>, &one}, mixD = {mixFiner<double>, mixCoarser<double>, &two};
  const ksm_rule onlyFiner = {mixFiner<double>, nullptr, &two}, onlyCoarser = {nullptr, mixCoarser<double>, &two};
  for (unsigned seed = 0; seed < 20; seed++) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const ksm_domain d = randomDomain(random);
    Mesh m(ksm_create(&d));
    shuffle(*m, random, 4, 3, d.rank == 2 ? 40 : 12);
    jumps += m->deepest > 0;
    ASSERT_EQ(checkFill<double>(m, random, 1, *KSM_LINEAR), 0);
    ASSERT_EQ(checkFill<float>(m, random, 3, *KSM_LINEAR), 0);
    ASSERT_EQ(checkFill<double>(m, random, 2, *KSM_CONSTANT), 0);
    ASSERT_EQ(checkFill<float>(m, random, 2, mixF), 0);
    ASSERT_EQ(checkFill<double>(m, random, 3, mixD), 0);
    ASSERT_EQ(checkFill<double>(m, random, 1, onlyFiner), 0);
    ASSERT_EQ(checkFill<double>(m, random, 1, onlyCoarser), 0);
  }
  EXPECT_GT(jumps, 14);
}

// In units of half a cell of level 6, so that all values are whole numbers, also between cells.
double place(const ksm_mesh &m, int leaf, int axis, int cell) {
  return static_cast<double>((2 * (m.at[leaf][axis] * m.domain.cells + cell) + 1) << (6 - m.level[leaf]));
}
double linear(const ksm_mesh &m, int leaf, Cell cell) {
  const double slope[] = {3, -5, 2};
  double value = 7;
  for (int a = 0; a < m.domain.rank; a++) // a periodic axis has no slope that fits
    value += m.domain.periodic[a] ? 0 : slope[a] * place(m, leaf, a, cell[a]);
  return value;
}

TEST(MeshFill, LinearIsExactForLinearFunctions) {
  for (unsigned seed = 0; seed < 20; seed++) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const ksm_domain d = randomDomain(random);
    Mesh m(ksm_create(&d));
    Array<double> u;
    u.add(m, "u");
    shuffle(*m, random, 5, 4, d.rank == 2 ? 100 : 20);
    noise(u, random);
    forCells(*m, 0, [&](int leaf, Cell cell) { u.at(leaf, cell) = linear(*m, leaf, cell); });
    for (int l = m->deepest; l >= 0; l--) // in any order
      ksm_fill(m.get(), l, u.u, KSM_LINEAR);
    int wrong = 0;
    forCells(*m, d.ghosts, [&](int leaf, Cell cell) {
      wrong += endsOf(*m, leaf, cell) == 0 && u.at(leaf, cell) != linear(*m, leaf, cell);
    });
    ASSERT_EQ(wrong, 0);
    // Refined and joined it is linear still.
    refine(*m, [&](const ksm_mesh &is, int leaf) { return is.level[leaf] < 5 && random() % 3 == 0 ? 1 : -1; });
    forCells(*m, 0, [&](int leaf, Cell cell) { wrong += u.at(leaf, cell) != linear(*m, leaf, cell); });
    ASSERT_EQ(wrong, 0);
  }
}

TEST(MeshFill, OneLevelOnly) {
  const ksm_domain d = domainOf(2, {2, 2, 1}, 4, 1, true);
  Mesh m(ksm_create(&d));
  Array<double> u;
  u.add(m, "u");
  refine(*m, [](const ksm_mesh &, int leaf) { return leaf == 0; });
  std::mt19937 random(1);
  noise(u, random);
  ksm_fill(m.get(), 1, u.u, nullptr);
  forCells(*m, 1, [&](int leaf, Cell cell) {
    const bool isGhost = cell[0] < 0 || cell[1] < 0 || cell[0] == 4 || cell[1] == 4;
    EXPECT_EQ(std::isnan(u.at(leaf, cell)), isGhost && m->level[leaf] == 0);
  });
}

TEST(MeshFill, PartsAreTheWhole) {
  for (unsigned seed = 0; seed < 6; seed++) {
    std::mt19937 random(seed);
    const ksm_domain d = randomDomain(random);
    Mesh m(ksm_create(&d));
    Array<double> u;
    u.add(m, "u");
    shuffle(*m, random, 4, 3, d.rank == 2 ? 60 : 12);
    noise(u, random);
    const std::vector<double> before(u.u, u.u + m->leaves * u.room());
    ksm_fill(m.get(), KSM_ALL, u.u, KSM_LINEAR);
    const std::vector<double> whole(u.u, u.u + m->leaves * u.room());
    for (const int parts : {2, 7, 1000}) {
      std::copy(before.begin(), before.end(), u.u);
      for (int part = parts; part-- > 0;) // in any order
        ksm_fill_part(m.get(), KSM_ALL, u.u, KSM_LINEAR, part, parts);
      EXPECT_EQ(std::memcmp(whole.data(), u.u, whole.size() * sizeof(double)), 0) << seed << " " << parts;
    }
  }
}

// Whoever reads a mean out of finer cells: the library, or a function of the user's.
void meanOf(const void *from, void *made, const ksm_cell *c) {
  const double *const parts = static_cast<const double *>(from);
  const int count = c->rank == 2 ? 4 : 8;
  for (int q = 0; q < c->components; q++) {
    double sum = 0;
    for (int i = 0; i < count; i++)
      sum += parts[i * c->components + q];
    static_cast<double *>(made)[q] = sum / count;
  }
}
const ksm_rule kUsersMean = {nullptr, meanOf, nullptr};

// A function that is linear in place and time: a level at time theta between two of the next coarser one.
TEST(MeshFill, BetweenTimesItIsLinear) {
  int jumps = 0;
  for (unsigned seed = 0; seed < 20; seed++) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const ksm_domain d = randomDomain(random);
    Mesh m(ksm_create(&d));
    Array<double> u, finer, old, next;
    u.add(m, "u");
    finer.add(m, "finer");
    old.add(m, "old");
    next.add(m, "next");
    shuffle(*m, random, 4, 3, d.rank == 2 ? 60 : 12);
    for (double theta : {0., 0.25, 0.5, 1.})
      for (int l = 0; l <= m->deepest; l++) {
        for (auto *array : {&u, &finer, &old, &next})
          noise(*array, random);
        forCells(*m, 0, [&](int leaf, Cell cell) { // elsewhere it is noise
          const double value = linear(*m, leaf, cell);
          if (m->level[leaf] == l)
            u.at(leaf, cell) = value + 64 * theta;
          if (m->level[leaf] > l)
            finer.at(leaf, cell) = value + 64 * theta;
          if (m->level[leaf] < l) {
            old.at(leaf, cell) = value;
            next.at(leaf, cell) = value + 64;
          }
        });
        double *const later = theta > 0 ? next.u : nullptr;
        const ksm_rule *const rule = seed % 2 ? &kUsersMean : KSM_LINEAR;
        ASSERT_EQ(ksm_fill_between(m.get(), l, u.u, finer.u, old.u, later, theta, rule), 0);
        int wrong = 0;
        forCells(*m, d.ghosts, [&](int leaf, Cell cell) {
          wrong += m->level[leaf] == l && endsOf(*m, leaf, cell) == 0 &&
                   u.at(leaf, cell) != linear(*m, leaf, cell) + 64 * theta;
        });
        ASSERT_EQ(wrong, 0) << l << " " << theta;
        jumps += l > 0;
      }
  }
  EXPECT_GT(jumps, 60);
}

} // namespace
