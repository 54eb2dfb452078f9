// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The leaves: they cover the domain once, neighbours differ by one level at most, and tables say what is so. Everything
// is found a second time, from the leaves' corners on the grid of the finest level.
#include "Forest.h"

#include <gtest/gtest.h>
#include <map>

namespace {

enum { kFinest = 4 };

// Which leaf covers each place of level kFinest; -1: none yet.
class Cover {
public:
  explicit Cover(const ksm_mesh &m) : m_(m) {
    for (int a = 0; a < 3; a++)
      n_[a] = a < m.domain.rank ? m.domain.roots[a] << kFinest : 1;
    leaf_.assign(size_t(n_[0]) * n_[1] * n_[2], -1);
    for (int leaf = 0; leaf < m.leaves; leaf++)
      forPlaces(leaf, [&](int x, int y, int z) {
        int &at = leaf_[index(x, y, z)];
        twice += at >= 0;
        at = leaf;
      });
    for (int leaf : leaf_)
      none += leaf < 0;
  }
  int twice = 0, none = 0;

  int index(int x, int y, int z) const { return (z * n_[1] + y) * n_[0] + x; }
  template <typename F> void forPlaces(int leaf, F f) const {
    const int width = 1 << (kFinest - m_.level[leaf]), *const at = m_.at[leaf];
    for (int z = 0; z < (m_.domain.rank == 2 ? 1 : width); z++)
      for (int y = 0; y < width; y++)
        for (int x = 0; x < width; x++)
          f(at[0] * width + x, at[1] * width + y, at[2] * width + z);
  }
  // -1: beyond an end.
  int leafAt(std::array<int, 3> place) const {
    for (int a = 0; a < m_.domain.rank; a++) {
      if ((place[a] < 0 || place[a] >= n_[a]) && !m_.domain.periodic[a])
        return -1;
      place[a] = (place[a] + n_[a]) % n_[a];
    }
    return leaf_[index(place[0], place[1], m_.domain.rank == 2 ? 0 : place[2])];
  }

private:
  const ksm_mesh &m_;
  std::array<int, 3> n_ = {};
  std::vector<int> leaf_;
};

void checkLevels(const ksm_mesh &m, const Cover &cover) {
  for (int leaf = 0; leaf < m.leaves; leaf++)
    cover.forPlaces(leaf, [&](int x, int y, int z) {
      for (int d = 0; d < 27; d++) {
        const int other = cover.leafAt({x + d % 3 - 1, y + d / 3 % 3 - 1, m.domain.rank == 2 ? 0 : z + d / 9 - 1});
        ASSERT_LE(other < 0 ? 0 : std::abs(m.level[other] - m.level[leaf]), 1) << leaf << " " << other;
      }
    });
}

// The table says what touches the leaf in each direction.
void checkNeighbours(const ksm_mesh &m, const Cover &cover) {
  const int rank = m.domain.rank, directions = rank == 2 ? 9 : 27;
  for (int leaf = 0; leaf < m.leaves; leaf++)
    for (int dz = rank == 2 ? 0 : -1; dz <= (rank == 2 ? 0 : 1); dz++)
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
          const int width = 1 << (kFinest - m.level[leaf]), way[3] = {dx, dy, dz};
          std::array<int, 3> place = {};
          for (int a = 0; a < rank; a++)
            place[a] = m.at[leaf][a] * width + (way[a] < 0 ? -1 : way[a] > 0 ? width : 0);
          const int expected = cover.leafAt(place), d = leaf * directions + ksm_direction(&m, dx, dy, dz);
          ASSERT_EQ(m.neighbour[d], expected);
          const int more = expected < 0 ? 0 : m.level[expected] - m.level[leaf];
          ASSERT_EQ(m.kind[d], expected < 0 ? KSM_END : more == 0 ? KSM_SAME : more > 0 ? KSM_FINER : KSM_COARSER);
          // The neighbour's neighbour, back over the same face, edge or corner, is a leaf that touches it.
          if (m.kind[d] == KSM_SAME) {
            ASSERT_EQ(m.neighbour[expected * directions + ksm_direction(&m, -dx, -dy, -dz)], leaf);
          }
        }
}

void checkOrder(const ksm_mesh &m) {
  ASSERT_EQ(m.first[0], 0);
  ASSERT_EQ(m.first[KSM_LEVELS], m.leaves);
  ASSERT_EQ(m.level[m.leaves - 1], m.deepest);
  for (int l = 0; l < KSM_LEVELS; l++)
    for (int leaf = m.first[l]; leaf < m.first[l + 1]; leaf++) {
      ASSERT_EQ(m.level[leaf], l);
      ASSERT_TRUE(leaf == m.first[l] || m.key[leaf - 1] < m.key[leaf]);
      for (int bit = 0; bit < 8; bit++) // the key is the place, bits of x, y, z in turn
        for (int a = 0; a < m.domain.rank; a++)
          ASSERT_EQ(m.key[leaf] >> (m.domain.rank * bit + a) & 1, uint64_t(m.at[leaf][a] >> bit & 1));
    }
}

void checkPlaces(const ksm_mesh &m) {
  for (int leaf = 0; leaf < m.leaves; leaf++) {
    const double width = m.domain.width / m.domain.roots[0] / (1 << m.level[leaf]);
    ASSERT_DOUBLE_EQ(m.h[leaf] * m.domain.cells, width);
    for (int a = 0; a < m.domain.rank; a++)
      ASSERT_DOUBLE_EQ(m.corner[leaf][a], m.domain.corner[a] + m.at[leaf][a] * width);
    ASSERT_EQ(ksm_find(&m, middleOf(m, leaf).data()), leaf);
  }
}

void checkAll(const ksm_mesh &m) {
  const Cover cover(m);
  ASSERT_EQ(cover.twice, 0);
  ASSERT_EQ(cover.none, 0);
  checkOrder(m);
  checkPlaces(m);
  checkLevels(m, cover);
  checkNeighbours(m, cover);
}

TEST(MeshForest, RootsAreItsFirstLeaves) {
  const ksm_domain d = domainOf(3, {3, 2, 4}, 4, 1);
  const Mesh m(ksm_create(&d));
  EXPECT_EQ(m->leaves, 24);
  EXPECT_EQ(m->deepest, 0);
  checkAll(*m);
}

TEST(MeshForest, RandomOnesHoldTheirRules) {
  int several = 0, joined = 0;
  for (unsigned seed = 0; seed < 30; seed++) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const ksm_domain d = randomDomain(random);
    const Mesh m(ksm_create(&d));
    for (int round = 0; round < 6; round++) {
      const int before = m->leaves;
      shuffle(*m, random, 1, kFinest, d.rank == 2 ? 300 : 80);
      joined += m->leaves < before;
      checkAll(*m);
      if (HasFatalFailure())
        return;
    }
    several += m->deepest >= 2;
  }
  EXPECT_GT(several, 15); // else nothing was looked at
  EXPECT_GT(joined, 5);
}

TEST(MeshForest, OnePointRefinesWhatIsAround) {
  for (int rank = 2; rank <= 3; rank++) {
    const ksm_domain d = domainOf(rank, {2, 2, 2}, 4, 1);
    const Mesh m(ksm_create(&d));
    const double point[3] = {0.51, 0.51, 0.51};
    settle(*m, [&](const ksm_mesh &is, int leaf) { return ksm_find(&is, point) == leaf && is.level[leaf] < kFinest; });
    EXPECT_EQ(m->level[ksm_find(m.get(), point)], +kFinest);
    checkAll(*m);
  }
}

using Leaf = std::array<int, 4>;
std::vector<Leaf> leavesOf(const ksm_mesh &m) {
  std::vector<Leaf> leaves;
  for (int n = 0; n < m.leaves; n++)
    leaves.push_back({m.level[n], m.at[n][0], m.at[n][1], m.at[n][2]});
  return leaves;
}

TEST(MeshForest, RefinedAndJoinedItIsAsBefore) {
  for (unsigned seed = 0; seed < 10; seed++) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const ksm_domain d = randomDomain(random);
    const Mesh m(ksm_create(&d));
    shuffle(*m, random, 3, 2, 80);
    const auto before = leavesOf(*m);
    ASSERT_EQ(refine(*m, [](const ksm_mesh &, int) { return 1; }), int(before.size()));
    ASSERT_EQ(m->leaves, int(before.size()) << d.rank);
    refine(*m, [](const ksm_mesh &, int) { return -1; });
    EXPECT_EQ(leavesOf(*m), before);
  }
}

TEST(MeshForest, JoinsUntilTheRootsAreLeft) {
  std::mt19937 random(7);
  const ksm_domain d = domainOf(2, {3, 2, 1}, 4, 1, true);
  const Mesh m(ksm_create(&d));
  shuffle(*m, random, 6, kFinest, 2000);
  ASSERT_GE(m->deepest, 3);
  settle(*m, [](const ksm_mesh &, int) { return -1; });
  EXPECT_EQ(m->leaves, 6);
  EXPECT_EQ(refine(*m, [](const ksm_mesh &, int) { return -1; }), 0); // roots stay
}

TEST(MeshForest, ChangesAreCounted) {
  const ksm_domain d = domainOf(2, {2, 2, 1}, 4, 1);
  const Mesh m(ksm_create(&d));
  const int64_t before = m->number;
  EXPECT_EQ(refine(*m, [](const ksm_mesh &, int) { return 0; }), 0);
  EXPECT_EQ(m->number, before);
  EXPECT_EQ(refine(*m, [](const ksm_mesh &, int leaf) { return leaf == 0; }), 1);
  EXPECT_NE(m->number, before);
}

TEST(MeshForest, TheFinestLevelStays) {
  ksm_domain d = domainOf(2, {1, 1, 1}, 4, 1);
  d.finest = 3;
  const Mesh m(ksm_create(&d));
  settle(*m, [](const ksm_mesh &, int) { return 1; });
  EXPECT_EQ(m->leaves, 64);
}

TEST(MeshForest, OneLeafIsItsOwnNeighbour) {
  for (int rank = 2; rank <= 3; rank++) {
    const ksm_domain d = domainOf(rank, {1, 1, 1}, 4, 2, true);
    const Mesh m(ksm_create(&d));
    const int directions = rank == 2 ? 9 : 27;
    for (int n = 0; n < directions; n++) {
      EXPECT_EQ(m->neighbour[n], 0);
      EXPECT_EQ(m->kind[n], KSM_SAME);
    }
    checkAll(*m);
  }
}

TEST(MeshForest, NoLeafIsOutside) {
  const ksm_domain d = domainOf(2, {2, 1, 1}, 4, 1);
  const Mesh m(ksm_create(&d));
  const double outside[][3] = {{-0.1, 0, 0}, {1.5, 0.2, 0}, {0.5, 0.75, 0}, {0.0 / 1, -1e-9, 0}};
  for (const auto &point : outside)
    EXPECT_EQ(ksm_find(m.get(), point), -1);
}

} // namespace
