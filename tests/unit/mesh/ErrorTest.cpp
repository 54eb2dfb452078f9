// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that a caller can do wrong has one message that says what to do, and changes nothing.
#include "Forest.h"

#include <gtest/gtest.h>
#include <limits>

namespace {

void expectSaid(const Said &said, const std::string &part) {
  EXPECT_EQ(said.count, 1);
  EXPECT_NE(said.text.find(part), std::string::npos) << said.text;
}

void expectNoMesh(const std::function<void(ksm_domain &)> &spoil, const std::string &part) {
  ksm_domain d = domainOf(3, {2, 2, 2}, 8, 1);
  spoil(d);
  const Said said;
  const Mesh m(ksm_create(&d));
  EXPECT_FALSE(m);
  expectSaid(said, part);
}

TEST(MeshError, DomainsThatCannotBe) {
  expectNoMesh([](ksm_domain &d) { d.rank = 1; }, "rank is 1; it is 2 for quadtrees");
  for (int cells : {0, 2, 7, 66, -4})
    expectNoMesh([&](ksm_domain &d) { d.cells = cells; }, "an even number from 4 to 64");
  for (int ghosts : {0, 5, -1})
    expectNoMesh([&](ksm_domain &d) { d.ghosts = ghosts; }, "there are 1 to 4");
  expectNoMesh([](ksm_domain &d) { d.roots[2] = 0; }, "0 roots along z, so a mesh of no leaves");
  expectNoMesh([](ksm_domain &d) { d.roots[1] = -3; }, "-3 roots along y");
  expectNoMesh([](ksm_domain &d) { d.roots[0] = 1 << 30; }, "roots along x");
  expectNoMesh([](ksm_domain &d) { d.width = -1; }, "-1 wide");
  expectNoMesh([](ksm_domain &d) { d.corner[1] = std::numeric_limits<double>::infinity(); }, "no finite y");
  expectNoMesh([](ksm_domain &d) { d.finest = KSM_LEVELS; }, "finest is level 20");
  expectNoMesh([](ksm_domain &d) { d.roots[0] = d.roots[1] = d.roots[2] = 1 << 20; }, "leaves");
  const Said said;
  EXPECT_EQ(ksm_create(nullptr), nullptr);
  expectSaid(said, "there is no domain");
}

class MeshErrorOf : public testing::Test {
protected:
  MeshErrorOf() {
    ksm_domain d = domainOf(2, {2, 2, 1}, 8, 1);
    d.periodic[1] = 1;
    m.reset(ksm_create(&d));
    u.add(m, "u", 2);
  }
  Mesh m;
  Array<float> u;
};

TEST_F(MeshErrorOf, ArraysThatDoNotFit) {
  void *other = &m;
  auto refused = [&](const char *name, void *variable, size_t block, ksm_type type, const char *part) {
    const Said said;
    EXPECT_EQ(ksm_add(m.get(), name, variable, block, type), -1);
    expectSaid(said, part);
    EXPECT_EQ(other, &m); // the variable is as it was
  };
  // B or the ghost width of the declaration isn't the mesh's.
  refused("v", &other, sizeof(float[18][18]), KSM_F32,
          "blocks of 8 cells and 1 ghost layers, so it is declared as [10]");
  refused("v", &other, sizeof(float[10][10]) + 4, KSM_F32, "no multiple of 10^2 floats");
  refused("v", &other, 0, KSM_F32, "0 bytes");
  refused("v", &other, sizeof(float[129][10][10]), KSM_F32, "129 components; 128 are the most");
  refused("v", &other, 400, static_cast<ksm_type>(7), "type 7");
  refused("v", nullptr, 400, KSM_F32, "give the address of the pointer, &v");
  refused("u", &other, 400, KSM_F32, "there is an array 'u' already");
  for (const char *name : {"", "a b", "<u>", "a name that is much longer than the sixty-three letters that there are"})
    refused(name, &other, 400, KSM_F32, "a name has 1 to 63 letters");
  refused(nullptr, &other, 400, KSM_F32, "a name has");
  const Said said;
  EXPECT_EQ(ksm_add(nullptr, "v", &other, 400, KSM_F32), -1);
  expectSaid(said, "no mesh");
}

TEST_F(MeshErrorOf, FillsOfWhatIsNoArray) {
  float own[4][2][10][10];
  for (void *wrong : {static_cast<void *>(own), static_cast<void *>(u.u + 1), static_cast<void *>(nullptr)}) {
    const Said said;
    EXPECT_EQ(ksm_fill(m.get(), 0, wrong, nullptr), -1);
    expectSaid(said, "ksm_fill: this pointer is to no array of the mesh");
  }
  for (int level : {-2, int(KSM_LEVELS)}) {
    const Said said;
    EXPECT_EQ(ksm_fill(m.get(), level, u.u, nullptr), -1);
    expectSaid(said, "levels are 0 to 19");
  }
  float *const old = u.u;
  refine(*m, [](const ksm_mesh &, int) { return 1; });
  {
    const Said said;
    EXPECT_EQ(ksm_fill(m.get(), 0, old, nullptr), -1); // a copy of the pointer from before
    expectSaid(said, "only the variables named there are set anew");
  }
  for (const int part : {-1, 3}) {
    const Said said;
    EXPECT_EQ(ksm_fill_part(m.get(), 0, u.u, nullptr, part, 3), -1);
    expectSaid(said, "ksm_fill_part: part " + std::to_string(part) + " of 3; parts are counted from 0");
  }
  EXPECT_EQ(ksm_fill(m.get(), 1, u.u, nullptr), 0);
  EXPECT_EQ(ksm_fill(m.get(), 7, u.u, nullptr), 0); // a level of no leaves
}

TEST_F(MeshErrorOf, FillsBetweenTimes) {
  Array<float> one;
  Array<double> two;
  one.add(m, "one");
  two.add(m, "two", 2);
  for (void *other : {static_cast<void *>(one.u), static_cast<void *>(two.u)}) {
    const Said said;
    EXPECT_EQ(ksm_fill_between(m.get(), 1, u.u, u.u, u.u, other, 0.5, nullptr), -1);
    expectSaid(said, "they must be alike");
  }
  for (double theta : {-0.1, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    const Said said;
    EXPECT_EQ(ksm_fill_between(m.get(), 1, u.u, u.u, u.u, u.u, theta, nullptr), -1);
    expectSaid(said, "0 at the old time and 1 at the new one");
  }
  const Said said;
  EXPECT_EQ(ksm_fill_between(m.get(), KSM_ALL, u.u, u.u, u.u, u.u, 0, nullptr), -1);
  expectSaid(said, "it takes one of them");
}

TEST_F(MeshErrorOf, Ends) {
  auto refused = [&](int side, ksm_end how, const char *part) {
    const Said said;
    EXPECT_EQ(ksm_ends(m.get(), u.u, side, how, 0), -1);
    expectSaid(said, part);
  };
  refused(4, KSM_COPY, "sides are 0 to 3");
  refused(-3, KSM_COPY, "sides are 0 to 3");
  refused(2, KSM_COPY, "side 2 is of a periodic axis");
  refused(0, static_cast<ksm_end>(9), "rule 9");
}

TEST_F(MeshErrorOf, ACallbackThatAsksWithoutEnd) {
  int rounds = 0;
  const Said said; // refines one leaf, and wants it back as soon as it has it
  EXPECT_EQ(settle(*m, [&](const ksm_mesh &is, int) { return ++rounds && is.deepest == 0 ? 1 : -1; }), -1);
  expectSaid(said, "ksm_settle: the callback asks without end: after 40 rounds");
  EXPECT_LT(rounds, 40 * 17);
}

TEST(MeshError, ACallbackThatAlwaysRefines) {
  ksm_domain d = domainOf(2, {1, 1, 1}, 4, 1);
  Mesh m(ksm_create(&d));
  {
    const Said said; // always the first leaf of the finest level: a corner that gets ever smaller
    EXPECT_EQ(settle(*m, [](const ksm_mesh &is, int leaf) { return leaf == is.first[is.deepest]; }), -1);
    expectSaid(said, "the callback asks without end, for level 20");
    EXPECT_EQ(m->deepest, KSM_LEVELS - 1);
  }
  // With so many roots places end sooner.
  ksm_domain wide = domainOf(3, {1 << 16, 1, 1}, 4, 1);
  m.reset(ksm_create(&wide));
  {
    const Said said;
    EXPECT_EQ(settle(*m, [](const ksm_mesh &is, int leaf) { return leaf == is.leaves - 1; }), -1);
    expectSaid(said, "the callback asks without end, for level 6");
    EXPECT_EQ(m->deepest, 5);
  }
  d.memory = 1 << 20;
  m.reset(ksm_create(&d));
  const Said said; // all of them: memory ends first
  EXPECT_EQ(settle(*m, [](const ksm_mesh &, int) { return 1; }), -1);
  expectSaid(said, "memory ends");
}

TEST(MeshError, MemoryThatEndsSaysHowManyLeavesWouldFit) {
  ksm_domain d = domainOf(2, {4, 4, 1}, 16, 2);
  d.memory = 900000;
  Mesh m(ksm_create(&d));
  Array<double> u, v;
  u.add(m, "u", 4);
  float mark = 0;
  forCells(*m, 2, [&](int leaf, std::array<int, 3> cell) { u.at(leaf, cell, 2) = ++mark; });
  const int64_t number = m->number;
  const std::vector<double> before(u.u, u.u + m->leaves * 4 * u.room());
  Said said;
  EXPECT_EQ(refine(*m, [](const ksm_mesh &, int) { return 1; }), -1);
  expectSaid(said, "ksm_refine: memory ends: 64 leaves of");
  // The mesh is as it was, and what is said to fit, fits.
  EXPECT_EQ(m->leaves, 16);
  EXPECT_EQ(m->number, number);
  EXPECT_EQ(std::memcmp(before.data(), u.u, before.size() * sizeof(double)), 0);
  const size_t at = said.text.find("are asked for, ");
  ASSERT_NE(at, std::string::npos);
  const int fit = std::stoi(said.text.substr(at + 15));
  EXPECT_GE(fit, 16 + 3);
  const int most = (fit - 16) / 3; // each leaf that is refined makes three more
  ASSERT_LT(most, 16);
  EXPECT_EQ(refine(*m, [&](const ksm_mesh &, int leaf) { return leaf <= most; }), -1); // one too many
  EXPECT_EQ(refine(*m, [&](const ksm_mesh &, int leaf) { return leaf < most; }), most);
  EXPECT_EQ(m->leaves, 16 + 3 * most);
  v.add(m, "v", 100);
  EXPECT_EQ(said.count, 3);
  EXPECT_NE(said.text.find("ksm_add: memory ends"), std::string::npos);
  EXPECT_EQ(v.u, nullptr);
}

#ifndef __SANITIZE_ADDRESS__ // which ends the program there
// No limit of ours, and more than any address space has.
TEST(MeshError, AnAllocatorThatSaysNo) {
  ksm_domain d = domainOf(3, {75, 75, 75}, 64, 4);
  d.memory = std::numeric_limits<uint64_t>::max();
  Mesh m(ksm_create(&d));
  ASSERT_TRUE(m);
  Array<double> u;
  const Said said;
  u.add(m, "u", 128);
  EXPECT_EQ(u.u, nullptr);
  expectSaid(said, "ksm_add: memory ends: 421875 leaves of");
  EXPECT_NE(said.text.find(" would fit"), std::string::npos);
}
#endif

TEST(MeshError, VariablesThatHoldNoArray) {
  const ksm_domain d = domainOf(2, {2, 2, 1}, 4, 1);
  Mesh m(ksm_create(&d));
  Array<double> u, v;
  u.add(m, "u");
  v.add(m, "v");
  double *const kept = v.u;
  auto refused = [&](const char *part) {
    const Said said;
    EXPECT_EQ(refine(*m, [](const ksm_mesh &, int) { return 1; }), -1);
    EXPECT_EQ(m->leaves, 4);
    expectSaid(said, part);
  };
  v.u = u.u;
  refused("the variables of 'u' and 'v' hold the same array");
  v.u = kept + 1;
  refused("the variable of 'v' holds no array of the mesh");
  v.u = kept;
  EXPECT_EQ(refine(*m, [](const ksm_mesh &, int) { return 1; }), 4);
}

TEST(MeshError, FilesThatCannotBeOpened) {
  const ksm_domain d = domainOf(2, {2, 2, 1}, 4, 1);
  const Mesh m(ksm_create(&d));
  const char *const path = "/no such folder/file";
  auto refused = [&](int (*write)(const ksm_mesh *, const char *), const char *to, const char *part) {
    const Said said;
    EXPECT_EQ(write(m.get(), to), -1);
    expectSaid(said, part);
  };
  refused(ksm_save, path, "ksm_save: /no such folder/file: No such file");
  refused(ksm_write_vtu, path, "ksm_write_vtu: /no such folder/file: No such file");
  refused(ksm_save, "/dev/full", "No space left");
  refused(ksm_write_vtu, "/dev/full", "No space left");
  const Said said;
  EXPECT_EQ(ksm_load(path), nullptr);
  expectSaid(said, "ksm_load: /no such folder/file: No such file");
}

// Without a handler.
TEST(MeshErrorDeathTest, TheProgramEnds) {
  ksm_domain d = domainOf(2, {2, 2, 1}, 5, 1);
  EXPECT_EXIT(ksm_create(&d), testing::ExitedWithCode(1),
              "^ksm: ksm_create: blocks of 5 cells; cells is an even number");
}

} // namespace
