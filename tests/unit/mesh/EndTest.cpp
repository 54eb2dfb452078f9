// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ghosts beyond the ends of the domain: by their rules, or left to the user.
#include "Forest.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace {

using Cell = std::array<int, 3>;

// What a ghost beyond ends is to be: along the last axis first, as the last one set wins; 0 steps: its own place.
struct Sides {
  std::array<ksm_end, 6> how = {};
  std::array<double, 6> value = {};
};

// The cell or ghost within the domain that a ghost has its value from. false: it is the user's. `value`: a number's.
bool sourceOf(const ksm_mesh &m, const Sides &sides, int leaf, Cell &cell, const double *&value) {
  const int ends = endsOf(m, leaf, cell), b = m.domain.cells;
  value = nullptr;
  for (int side = 0; side < 6; side++)
    if (ends >> side & 1 && sides.how[side] == KSM_USER)
      return false;
  for (int side = 5; side >= 0; side--) {
    if (!(ends >> side & 1) || value)
      continue;
    int &c = cell[side / 2];
    if (sides.how[side] == KSM_VALUE)
      value = &sides.value[side];
    else if (sides.how[side] == KSM_COPY)
      c = side % 2 ? b - 1 : 0;
    else
      c = side % 2 ? 2 * b - 1 - c : -1 - c;
  }
  return true;
}

TEST(MeshEnd, EachEndHasItsRule) {
  int user = 0, ruled = 0;
  for (unsigned seed = 0; seed < 30; seed++) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const ksm_domain d = randomDomain(random);
    Mesh m(ksm_create(&d));
    shuffle(*m, random, 3, 2, d.rank == 2 ? 40 : 12);
    Array<float> u;
    u.add(m, "u", 2);
    Sides sides;
    for (int side = 0; side < 2 * d.rank; side++) {
      if (d.periodic[side / 2])
        continue;
      sides.how[side] = static_cast<ksm_end>(random() % 4);
      sides.value[side] = 0.1 + side;
      ASSERT_EQ(ksm_ends(m.get(), u.u, side, sides.how[side], sides.value[side]), 0);
    }
    forCells(*m, d.ghosts, [&](int leaf, Cell cell) {
      u.at(leaf, cell, 1) = std::numeric_limits<float>::quiet_NaN();
      u.at(leaf, cell, 0) = 5;
    });
    forCells(*m, 0, [&](int leaf, Cell cell) { u.at(leaf, cell, 1) = float(random() % 1000); });
    ASSERT_EQ(ksm_fill(m.get(), KSM_ALL, u.u, nullptr), 0);
    forCells(*m, d.ghosts, [&](int leaf, Cell cell) {
      if (endsOf(*m, leaf, cell) == 0)
        return;
      Cell from = cell;
      const double *value = nullptr;
      const float is = u.at(leaf, cell, 1);
      if (!sourceOf(*m, sides, leaf, from, value)) {
        user++;
        ASSERT_TRUE(std::isnan(is));
        return;
      }
      ruled++;
      ASSERT_EQ(is, value ? float(*value) : u.at(leaf, from, 1));
    });
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(user, 1000);
  EXPECT_GT(ruled, 1000);
}

TEST(MeshEnd, AllEndsAtOnce) {
  const ksm_domain d = domainOf(2, {1, 1, 1}, 4, 3);
  Mesh m(ksm_create(&d));
  Array<double> u;
  u.add(m, "u");
  ksm_ends(m.get(), u.u, KSM_ALL, KSM_VALUE, 2.5);
  ksm_fill(m.get(), 0, u.u, nullptr);
  forCells(*m, 3, [&](int leaf, Cell cell) { EXPECT_EQ(u.at(leaf, cell), endsOf(*m, leaf, cell) ? 2.5 : 0); });
  ksm_ends(m.get(), u.u, KSM_ALL, KSM_USER, 0); // again the user's
  u.at(0, {-1, -2, 0}) = 7;
  ksm_fill(m.get(), 0, u.u, nullptr);
  EXPECT_EQ(u.at(0, {-1, -2, 0}), 7);
}

TEST(MeshEnd, RulesStayWhenTheMeshChanges) {
  const ksm_domain d = domainOf(3, {1, 1, 1}, 4, 1);
  Mesh m(ksm_create(&d));
  Array<double> u;
  u.add(m, "u");
  ksm_ends(m.get(), u.u, 5, KSM_VALUE, -3);
  refine(*m, [](const ksm_mesh &, int) { return 1; });
  ksm_fill(m.get(), 1, u.u, nullptr);
  const double high[3] = {0.1, 0.1, 0.9}, low[3] = {0.1, 0.1, 0.1};
  EXPECT_EQ(u.at(ksm_find(m.get(), high), {0, 0, 4}), -3);
  EXPECT_EQ(u.at(ksm_find(m.get(), low), {0, 0, 4}), 0);
}

} // namespace
