// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Restart files give back every byte, and files that aren't what they ought to be are refused. What is written for
// ParaView is read again here, as its format says.
#include "Forest.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <sstream>
#include <unistd.h>

namespace {

using Cell = std::array<int, 3>;

std::string pathOf(const char *name) {
  return testing::TempDir() + "kasane_mesh_" + std::to_string(getpid()) + "_" + name;
}
std::string readAll(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}
void writeAll(const std::string &path, const std::string &text) { std::ofstream(path, std::ios::binary) << text; }

template <typename T> void noise(const Array<T> &u, std::mt19937 &random) {
  for (size_t n = 0; n < u.m->leaves * u.components * u.room(); n++)
    u.u[n] = T(random()) / T(77);
}

void expectSame(const ksm_mesh &a, const ksm_mesh &b) {
  ASSERT_EQ(a.leaves, b.leaves);
  EXPECT_EQ(std::memcmp(a.first, b.first, sizeof a.first), 0);
  EXPECT_EQ(std::memcmp(a.at, b.at, sizeof *a.at * a.leaves), 0);
  EXPECT_EQ(std::memcmp(a.corner, b.corner, sizeof *a.corner * a.leaves), 0);
  EXPECT_EQ(std::memcmp(a.h, b.h, sizeof *a.h * a.leaves), 0);
  EXPECT_EQ(std::memcmp(a.neighbour, b.neighbour, sizeof(int) * (a.domain.rank == 2 ? 9 : 27) * a.leaves), 0);
}

TEST(MeshFile, ARestartHasEveryByte) {
  const std::string path = pathOf("restart");
  for (unsigned seed = 0; seed < 8; seed++) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const ksm_domain d = randomDomain(random);
    Mesh m(ksm_create(&d));
    shuffle(*m, random, 3, 3, d.rank == 2 ? 60 : 12);
    Array<float> u;
    Array<double> v, w;
    u.add(m, "u", 3);
    v.add(m, "v");
    w.add(m, "w");
    noise(u, random);
    noise(v, random);
    noise(w, random);
    std::swap(v.u, w.u);
    const bool hasEnd = !d.periodic[0];
    if (hasEnd)
      ksm_ends(m.get(), v.u, 1, KSM_VALUE, 4.5);
    ASSERT_EQ(ksm_save(m.get(), path.c_str()), 0);
    Mesh again(ksm_load(path.c_str()));
    ASSERT_TRUE(again);
    expectSame(*m, *again);
    Array<float> u2;
    Array<double> v2;
    u2.add(again, "u", 3); // w stays where it is, unasked for
    v2.add(again, "v");
    EXPECT_EQ(std::memcmp(u.u, u2.u, m->leaves * 3 * u.room() * sizeof(float)), 0);
    EXPECT_EQ(std::memcmp(v.u, v2.u, m->leaves * v.room() * sizeof(double)), 0);
    // Both go on alike.
    for (auto [mesh, array] : {std::pair(m.get(), v.u), std::pair(again.get(), v2.u)})
      ksm_fill(mesh, KSM_ALL, array, nullptr);
    EXPECT_EQ(std::memcmp(v.u, v2.u, m->leaves * v.room() * sizeof(double)), 0);
    for (ksm_mesh *mesh : {m.get(), again.get()})
      refine(*mesh, [](const ksm_mesh &, int leaf) { return leaf % 2 ? 1 : -1; });
    expectSame(*m, *again);
    Array<double> w2;
    w2.add(again, "w");
    EXPECT_EQ(std::memcmp(w.u, w2.u, m->leaves * w.room() * sizeof(double)), 0);
  }
  std::remove(path.c_str());
}

// What a mesh of so many roots, of which the first is divided, leaves in the file with an array of floats.
std::string savedAs(const std::string &path, const std::array<int, 3> &roots) {
  const ksm_domain d = domainOf(2, roots, 4, 1);
  Mesh m(ksm_create(&d));
  Array<float> u;
  u.add(m, "u");
  refine(*m, [](const ksm_mesh &, int leaf) { return leaf == 0; });
  EXPECT_EQ(ksm_save(m.get(), path.c_str()), 0);
  return readAll(path);
}

TEST(MeshFile, WhatIsNoRestartIsRefused) {
  const std::string path = pathOf("broken"), good = savedAs(path, {2, 2, 1});
  auto refused = [&](const std::string &text) {
    writeAll(path, text);
    Said said;
    const Mesh read(ksm_load(path.c_str()));
    EXPECT_FALSE(read);
    EXPECT_EQ(said.count, 1);
    return said.text;
  };
  for (size_t length = 0; length < good.size(); length += 1 + length / 5)
    EXPECT_NE(refused(good.substr(0, length)), "");
  EXPECT_NE(refused(good + "x").find("more than its arrays"), std::string::npos);
  EXPECT_NE(refused("not a mesh").find("is no file of ksm_save"), std::string::npos);
  // Behind the leaves' places there is u: its head of 184 bytes, and 7 blocks.
  const size_t found = good.size() - (184 + 7 * sizeof(float[6][6])) - 7 * 16;
  auto with = [&](int leaf, std::array<int32_t, 4> place) {
    std::string text = good;
    std::memcpy(&text[found + 16 * leaf], place.data(), 16);
    return text;
  };
  ASSERT_EQ(with(0, {0, 1, 0, 0}), good); // 3 roots, then 4 children of the first
  ASSERT_EQ(with(6, {1, 1, 1, 0}), good);
  for (const auto &text : {with(0, {0, 0, 1, 0}), with(0, {1, 2, 0, 0}), with(0, {0, 5, 0, 0}), with(3, {0, 0, 0, 0}),
                           with(0, {-1, 0, 0, 0}), with(0, {25, 0, 0, 0}), with(6, {2, 2, 2, 0})})
    EXPECT_NE(refused(text).find("make no mesh"), std::string::npos);
  std::remove(path.c_str());
}

TEST(MeshFile, LeavesOfDistantLevelsAreNoMesh) {
  const std::string path = pathOf("distant");
  const ksm_domain d = domainOf(2, {2, 1, 1}, 4, 1);
  const Mesh m(ksm_create(&d));
  const double corner[3] = {0.01, 0.01, 0};
  settle(*m, [&](const ksm_mesh &is, int leaf) { return is.level[leaf] < 2 && ksm_find(&is, corner) == leaf; });
  ASSERT_EQ(m->leaves, 8); // a root, 3 leaves of level 1, 4 of level 2 at the far side
  ASSERT_EQ(ksm_save(m.get(), path.c_str()), 0);
  std::string text = readAll(path);
  EXPECT_TRUE(Mesh(ksm_load(path.c_str())));
  const int32_t places[7][4] = {{1, 0, 0, 0}, {1, 0, 1, 0}, {1, 1, 1, 0}, {2, 2, 0, 0},
                                {2, 3, 0, 0}, {2, 2, 1, 0}, {2, 3, 1, 0}}; // beside the root
  text.replace(text.size() - sizeof places, sizeof places, reinterpret_cast<const char *>(places), sizeof places);
  writeAll(path, text);
  const Said said;
  EXPECT_FALSE(Mesh(ksm_load(path.c_str())));
  EXPECT_NE(said.text.find("make no mesh"), std::string::npos);
  std::remove(path.c_str());
}

// Whatever byte is another one: refused with one message, or read as a mesh that can be used.
TEST(MeshFile, NoByteOfARestartIsTrusted) {
  const std::string path = pathOf("flipped"), good = savedAs(path, {2, 1, 1});
  const size_t values = good.size() - 5 * sizeof(float[6][6]);
  int refused = 0;
  for (size_t n = 0; n < values; n++)
    for (unsigned char bit : {1, 16, 128}) {
      std::string text = good;
      text[n] = static_cast<char>(text[n] ^ bit);
      writeAll(path, text);
      Said said;
      Mesh read(ksm_load(path.c_str()));
      ASSERT_EQ(said.count, read ? 0 : 1) << n;
      refused += !read;
      if (read && read->domain.cells == 4) {
        Array<float> again;
        again.add(read, "u");
        said.count = 0; // its name may be another one
        ASSERT_TRUE(again.u == nullptr || ksm_fill(read.get(), KSM_ALL, again.u, nullptr) == 0) << n;
        ASSERT_GE(refine(*read, [](const ksm_mesh &, int leaf) { return leaf == 1; }), 0) << said.text;
      }
    }
  EXPECT_GT(refused, 300);
  std::remove(path.c_str());
}

// The arrays of a .vtu by name, their bytes.
struct Vtu {
  std::map<std::string, std::string> arrays, types;
  std::map<std::string, int> components;
  long cells = 0, points = 0;
  explicit Vtu(const std::string &text) {
    const size_t raw = text.find("<AppendedData encoding=\"raw\">\n_");
    const std::string head = text.substr(0, raw);
    const size_t data = raw + 31;
    std::smatch counts;
    EXPECT_TRUE(std::regex_search(head, counts, std::regex("NumberOfPoints=\"(\\d+)\" NumberOfCells=\"(\\d+)\"")));
    points = std::stol(counts[1]);
    cells = std::stol(counts[2]);
    const std::regex array("<DataArray type=\"(\\w+)\" Name=\"([\\w.-]+)\" NumberOfComponents=\"(\\d+)\" "
                           "format=\"appended\" offset=\"(\\d+)\"/>");
    size_t next = 0;
    for (std::sregex_iterator at(head.begin(), head.end(), array), end; at != end; ++at) {
      EXPECT_EQ(std::stoul((*at)[4]), next); // they follow each other
      uint64_t size = 0;
      std::memcpy(&size, &text[data + next], sizeof size);
      arrays[(*at)[2]] = text.substr(data + next + sizeof size, size);
      types[(*at)[2]] = (*at)[1];
      components[(*at)[2]] = std::stoi((*at)[3]);
      next += sizeof size + size;
    }
    EXPECT_EQ(text.substr(data + next), "\n  </AppendedData>\n</VTKFile>\n");
  }
  template <typename T> T value(const std::string &name, size_t n) const {
    T value = {};
    const std::string &bytes = arrays.at(name);
    EXPECT_LE((n + 1) * sizeof value, bytes.size());
    std::memcpy(&value, &bytes[n * sizeof value], sizeof value);
    return value;
  }
};

TEST(MeshFile, ParaViewGetsTheCellsWhereTheyAre) {
  const std::string path = pathOf("cells.vtu");
  for (int rank = 2; rank <= 3; rank++) {
    std::mt19937 random(4);
    const ksm_domain d = domainOf(rank, {2, 1, 2}, 4, 2);
    Mesh m(ksm_create(&d));
    refine(*m, [](const ksm_mesh &, int leaf) { return leaf == 1; });
    Array<float> u;
    Array<double> v, w;
    u.add(m, "u", 2);
    v.add(m, "v.1");
    w.add(m, "w");
    noise(u, random);
    noise(v, random);
    std::swap(v.u, w.u); // names go with the variables
    noise(v, random);
    ASSERT_EQ(ksm_write_vtu(m.get(), path.c_str()), 0);
    const Vtu file(readAll(path));
    const int corners = rank == 2 ? 4 : 8;
    EXPECT_EQ(file.cells, m->leaves * (rank == 2 ? 16 : 64));
    EXPECT_EQ(file.types.at("u"), "Float32");
    EXPECT_EQ(file.components.at("u"), 2);
    EXPECT_EQ(file.types.at("v.1"), "Float64");
    EXPECT_EQ(file.arrays.at("v.1").size(), file.cells * sizeof(double));
    EXPECT_EQ(file.arrays.at("Points").size(), file.points * 3 * sizeof(double));
    size_t n = 0;
    forCells(*m, 0, [&](int leaf, Cell cell) {
      EXPECT_EQ(file.value<unsigned char>("types", n), rank == 2 ? 8 : 11);
      EXPECT_EQ(file.value<int64_t>("offsets", n), int64_t(corners) * int64_t(n + 1));
      EXPECT_EQ(file.value<unsigned char>("level", n), m->level[leaf]);
      EXPECT_EQ(file.value<int32_t>("leaf", n), leaf);
      EXPECT_EQ(file.value<float>("u", 2 * n + 1), u.at(leaf, cell, 1));
      EXPECT_EQ(file.value<double>("v.1", n), v.at(leaf, cell));
      for (int c = 0; c < corners; c++) {
        const auto point = file.value<int64_t>("connectivity", n * corners + c);
        ASSERT_LT(point, file.points);
        const int beyond[3] = {c % 2, c / 2 % 2, c / 4};
        for (int a = 0; a < rank; a++)
          EXPECT_DOUBLE_EQ(file.value<double>("Points", 3 * point + a),
                           m->corner[leaf][a] + (cell[a] + beyond[a]) * m->h[leaf]);
      }
      n++;
    });
  }
  std::remove(path.c_str());
}

} // namespace
