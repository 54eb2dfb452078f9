// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ghosts that are made by the lists of ksm_map, in blocks without room for ghosts, have the bits that ksm_fill makes.
#include "Forest.h"

#include <gtest/gtest.h>

namespace {

using Cell = std::array<int, 3>;

// The blocks of one component, by places.
template <typename T> class Dense {
public:
  explicit Dense(const Array<T> &u, int component) : u_(u), m_(*u.m), map_(*ksm_map_of(u.m)), component_(component) {
    for (int a = 0; a < m_.domain.rank; a++)
      size_ *= m_.domain.cells;
    at_.resize(map_.blocks * size_);
    forCells(m_, m_.domain.ghosts, [&](int leaf, Cell cell) {
      if (isCell(cell) || placeOf(leaf, cell) >= m_.leaves * size_)
        at_[placeOf(leaf, cell)] = u.at(leaf, cell, component);
    });
  }

  void fill(int level, bool isLinear) {
    const int rank = m_.domain.rank, each = 3 + 2 * rank;
    const ksm_part &part = *ksm_part_of(&m_, level);
    for (int n = part.mean[0]; n < part.mean[1]; n++)
      at_[map_.mean[2 * n]] = meanFrom(map_.mean[2 * n + 1]);
    for (int n = part.beyond[0]; n < part.beyond[1]; n++)
      at_[map_.beyond[3 * n]] =
          at_[map_.beyond[3 * n + 1]] + (at_[map_.beyond[3 * n + 1]] - at_[map_.beyond[3 * n + 2]]);
    for (int n = part.finer[0]; n < part.finer[1]; n++) {
      const int *const entry = map_.finer + each * n;
      T value = at_[entry[2]];
      for (int a = 0; a < rank && isLinear; a++)
        value += (entry[1] >> a & 1 ? T(0.125) : -T(0.125)) * (at_[entry[4 + 2 * a]] - at_[entry[3 + 2 * a]]);
      at_[entry[0]] = value;
    }
    const int *const from = ksm_map_ends(u_.m, u_.u);
    const double *const values = ksm_map_values(u_.m, u_.u);
    for (int n = part.end[0]; n < part.end[1]; n++)
      if (from[n] != -1)
        at_[map_.end[n]] = from[n] < 0 ? T(values[-2 - from[n]]) : at_[from[n]];
  }

  // How many elements of the array differ, behind a fill of the level.
  size_t differing(int level) const {
    size_t count = 0;
    forCells(m_, m_.domain.ghosts, [&](int leaf, Cell cell) {
      const bool isFilled = level == KSM_ALL || m_.level[leaf] == level || isCell(cell);
      if (isFilled || placeOf(leaf, cell) >= m_.leaves * size_) // ghosts of other levels stay as they were
        count += std::memcmp(&at_[placeOf(leaf, cell)], &u_.at(leaf, cell, component_), sizeof(T)) != 0;
    });
    return count;
  }

private:
  bool isCell(const Cell &cell) const {
    bool is = true;
    for (int a = 0; a < m_.domain.rank; a++)
      is &= cell[a] >= 0 && cell[a] < m_.domain.cells;
    return is;
  }

  int64_t placeOf(int leaf, const Cell &cell) const {
    int64_t number = 0, stride = 1;
    Cell way = {};
    for (int a = 0; a < m_.domain.rank; a++, stride *= m_.domain.cells) {
      number += cell[a] * stride;
      way[a] = cell[a] < 0 ? -1 : cell[a] >= m_.domain.cells;
    }
    const int d = leaf * (m_.domain.rank == 2 ? 9 : 27) + ksm_direction(&m_, way[0], way[1], way[2]);
    return map_.block[d] * size_ + number + map_.shift[d];
  }

  T meanFrom(int place) const {
    const int b = m_.domain.cells;
    T sum = 0;
    for (int k = 0; k < (m_.domain.rank == 2 ? 1 : 2); k++)
      for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
          sum += at_[place + (k * b + j) * b + i];
    return sum * (m_.domain.rank == 2 ? T(0.25) : T(0.125));
  }

  const Array<T> &u_;
  const ksm_mesh &m_;
  const ksm_map &map_;
  int component_;
  int64_t size_ = 1;
  std::vector<T> at_;
};

template <typename T> void compare(unsigned seed) {
  std::mt19937 random(seed);
  ksm_domain domain = randomDomain(random);
  domain.ghosts = std::min(domain.ghosts, domain.cells / 2);
  Mesh m(ksm_create(&domain));
  Array<T> u;
  u.add(m, "u", 1 + static_cast<int>(random() % 2));
  for (int change = 0; change < 2; change++) { // the map is another one behind it
    shuffle(*m, random, 4, 3, domain.rank == 2 ? 120 : 60);
    for (int side = 0; side < 2 * domain.rank; side++)
      if (!domain.periodic[side / 2])
        ksm_ends(m.get(), u.u, side, static_cast<ksm_end>(random() % 4), random() % 100 / 7.0);
    for (size_t n = 0; n < m->leaves * u.components * u.room(); n++)
      u.u[n] = T(random() % 100000) / T(1777);
    const bool isLinear = random() % 2;
    const int level = random() % 2 ? KSM_ALL : static_cast<int>(random() % (m->deepest + 1));
    std::vector<Dense<T>> dense;
    for (int c = 0; c < u.components; c++)
      dense.emplace_back(u, c);
    for (Dense<T> &component : dense)
      component.fill(level, isLinear);
    ksm_fill(m.get(), level, u.u, isLinear ? KSM_LINEAR : KSM_CONSTANT);
    for (const Dense<T> &component : dense)
      EXPECT_EQ(component.differing(level), 0u) << "seed " << seed << ", change " << change << ", level " << level;
  }
}

} // namespace

TEST(Map, HasTheGhostsOfAFill) {
  for (unsigned seed = 0; seed < 40; seed++) {
    compare<double>(seed);
    compare<float>(seed + 1000);
  }
}

TEST(Map, LeavesOutGhostsOfTheSameLevel) {
  const ksm_domain domain = domainOf(3, {2, 2, 2}, 8, 1, true);
  Mesh m(ksm_create(&domain));
  const ksm_map *const map = ksm_map_of(m.get());
  EXPECT_EQ(map->blocks, m->leaves);
  EXPECT_EQ(map->means + map->beyonds + map->finers + map->ends, 0);
  EXPECT_EQ(map, ksm_map_of(m.get()));
}

// Each leaf is in one family, or alone; leaves of a family lie beside each other, x first.
TEST(Map, KnowsFamilies) {
  int families = 0, alones = 0;
  for (unsigned seed = 0; seed < 20; seed++) {
    std::mt19937 random(seed);
    const ksm_domain domain = domainOf(2 + seed % 2, {3, 2, 2}, 8, 1, seed % 3 == 0);
    Mesh m(ksm_create(&domain));
    shuffle(*m, random, 4, 3, 120);
    const ksm_map &map = *ksm_map_of(m.get());
    const int rank = m->domain.rank, children = 1 << rank;
    std::vector<int> seen(m->leaves);
    for (int l = 0; l <= m->deepest; l++) {
      const ksm_part &part = *ksm_part_of(m.get(), l);
      for (int n = part.alone[0]; n < part.alone[1]; n++) {
        EXPECT_EQ(m->level[map.alone[n]], l);
        seen[map.alone[n]]++;
      }
      for (int n = part.family[0]; n < part.family[1]; n++)
        for (int child = 0; child < children; child++) {
          const int first = map.family[n], leaf = first + child;
          ASSERT_LT(leaf, m->leaves);
          EXPECT_EQ(m->level[leaf], l);
          for (int a = 0; a < rank; a++) {
            EXPECT_EQ(m->at[first][a] % 2, 0);
            EXPECT_EQ(m->at[leaf][a], m->at[first][a] + (child >> a) % 2);
          }
          seen[leaf]++;
        }
    }
    EXPECT_EQ(seen, std::vector<int>(m->leaves, 1)) << "seed " << seed;
    const ksm_part &all = *ksm_part_of(m.get(), KSM_ALL);
    EXPECT_EQ(all.family[1], map.families);
    EXPECT_EQ(all.alone[1], map.alones);
    families += map.families;
    alones += map.alones;
  }
  EXPECT_GT(families, 20);
  EXPECT_GT(alones, 20);
}

TEST(Map, HasAPartForEachLevel) {
  const ksm_domain domain = domainOf(2, {2, 2, 1}, 8, 1);
  Mesh m(ksm_create(&domain));
  refine(*m, [](const ksm_mesh &is, int leaf) { return is.corner[leaf][0] < 0.5; });
  const ksm_part *const all = ksm_part_of(m.get(), KSM_ALL), *const coarse = ksm_part_of(m.get(), 0),
                        *const fine = ksm_part_of(m.get(), 1), *const none = ksm_part_of(m.get(), 2);
  EXPECT_EQ(coarse->finer[0], coarse->finer[1]);
  EXPECT_EQ(coarse->finer[1], fine->finer[0]);
  EXPECT_LT(fine->finer[0], fine->finer[1]);
  EXPECT_EQ(fine->finer[1], all->finer[1]);
  EXPECT_EQ(fine->near[0], 0);
  EXPECT_EQ(fine->near[1], m->leaves);
  EXPECT_EQ(none->leaves[0], none->leaves[1]);
  EXPECT_EQ(none->end[0], none->end[1]);
  EXPECT_LT(ksm_part_of(m.get(), KSM_LEVELS)->leaves[1], 0);
}

TEST(Map, IsNoneWhereGhostsReachBeyondTheFinerLeavesBeside) {
  const ksm_domain domain = domainOf(2, {2, 1, 1}, 4, 3);
  Mesh m(ksm_create(&domain));
  for (int round = 0; round < 2; round++) // the third leaf from the jump is finer still
    refine(*m, [](const ksm_mesh &is, int leaf) { return is.corner[leaf][0] >= (is.level[leaf] ? 0.75 : 0.5); });
  EXPECT_EQ(m->deepest, 2);
  EXPECT_EQ(ksm_map_of(m.get())->blocks, 0);
}
