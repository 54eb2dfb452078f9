// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meshes for tests: made from a domain, freed at the end, refined at random; arrays as flat memory with an index.
#ifndef KASANE_TESTS_MESH_FOREST_H
#define KASANE_TESTS_MESH_FOREST_H
#include "kasane_mesh.h"

#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

struct Free {
  void operator()(ksm_mesh *m) const { ksm_free(m); }
};
using Mesh = std::unique_ptr<ksm_mesh, Free>;

inline ksm_domain domainOf(int rank, std::array<int, 3> roots, int cells, int ghosts, bool isPeriodic = false) {
  ksm_domain d = {};
  d.rank = rank;
  d.cells = cells;
  d.ghosts = ghosts;
  for (int a = 0; a < 3; a++) {
    d.roots[a] = roots[a];
    d.periodic[a] = isPeriodic;
  }
  return d;
}

using Wanted = std::function<int(const ksm_mesh &, int leaf)>;
inline int callWanted(const ksm_mesh *m, int leaf, void *wanted) { return (*static_cast<Wanted *>(wanted))(*m, leaf); }
inline int refine(ksm_mesh &m, Wanted wanted, const ksm_rule *rule = KSM_LINEAR) {
  return ksm_refine(&m, callWanted, &wanted, rule);
}
inline int settle(ksm_mesh &m, Wanted wanted, const ksm_rule *rule = KSM_LINEAR) {
  return ksm_settle(&m, callWanted, &wanted, rule);
}

inline std::array<double, 3> middleOf(const ksm_mesh &m, int leaf) {
  std::array<double, 3> middle = {};
  for (int a = 0; a < m.domain.rank; a++)
    middle[a] = m.corner[leaf][a] + m.h[leaf] * m.domain.cells / 2;
  return middle;
}

// Several rounds of refining and joining at random, up to `finest`.
inline void shuffle(ksm_mesh &m, std::mt19937 &random, int rounds, int finest, int mostLeaves) {
  for (int round = 0; round < rounds; round++)
    refine(m, [&](const ksm_mesh &is, int leaf) {
      const auto draw = random() % 8;
      if (is.leaves > mostLeaves)
        return draw < 6 ? -1 : 0;
      return draw < 2 ? (is.level[leaf] < finest ? 1 : 0) : draw < 5 ? -1 : 0;
    });
}

// All of these shapes, at random, small enough for many of them.
inline ksm_domain randomDomain(std::mt19937 &random) {
  const int rank = 2 + static_cast<int>(random() % 2), cells[] = {4, 6, 8, 10};
  ksm_domain d = {};
  d.rank = rank;
  d.cells = cells[random() % (rank == 2 ? 4 : 2)];
  d.ghosts = 1 + static_cast<int>(random() % 4);
  for (int a = 0; a < rank; a++) {
    d.roots[a] = 1 + static_cast<int>(random() % 3);
    d.periodic[a] = random() % 2;
    d.corner[a] = static_cast<double>(random() % 5) - 2;
  }
  d.width = d.roots[0];
  return d;
}

template <typename T> struct Array {
  const ksm_mesh *m = nullptr;
  T *u = nullptr;
  int components = 1;
  size_t room() const {
    const size_t w = m->domain.cells + 2 * m->domain.ghosts;
    return m->domain.rank == 2 ? w * w : w * w * w;
  }
  void add(Mesh &mesh, const std::string &name, int count = 1) {
    m = mesh.get();
    components = count;
    ksm_add(mesh.get(), name.c_str(), &u, room() * sizeof(T) * count, sizeof(T) == 4 ? KSM_F32 : KSM_F64);
  }
  // Cells from 0; ghosts are below 0, and from B on.
  T &at(int leaf, std::array<int, 3> cell, int component = 0) const {
    const size_t w = m->domain.cells + 2 * m->domain.ghosts;
    const int g = m->domain.ghosts;
    const size_t z = m->domain.rank == 2 ? 0 : cell[2] + g;
    return u[(size_t(leaf) * components + component) * room() + (z * w + cell[1] + g) * w + cell[0] + g];
  }
  std::array<double, 3> place(int leaf, std::array<int, 3> cell) const {
    std::array<double, 3> x = {};
    for (int a = 0; a < m->domain.rank; a++)
      x[a] = m->corner[leaf][a] + (cell[a] + 0.5) * m->h[leaf];
    return x;
  }
};

// Calls f(leaf, cell) for the cells of all leaves, with so many layers around.
template <typename F> void forCells(const ksm_mesh &m, int layers, F f) {
  const int b = m.domain.cells, z = m.domain.rank == 2 ? 0 : layers;
  for (int leaf = 0; leaf < m.leaves; leaf++)
    for (int k = -z; k < (m.domain.rank == 2 ? 1 : b + z); k++)
      for (int j = -layers; j < b + layers; j++)
        for (int i = -layers; i < b + layers; i++)
          f(leaf, std::array<int, 3>{i, j, k});
}

// Beyond which ends of the domain a cell or ghost lies: bit 2 * axis, and one more for the high end.
inline int endsOf(const ksm_mesh &m, int leaf, std::array<int, 3> cell) {
  int ends = 0;
  for (int a = 0; a < m.domain.rank; a++) {
    const int way = cell[a] < 0 ? -1 : cell[a] >= m.domain.cells ? 1 : 0;
    const int n = m.at[leaf][a] + way;
    if (!m.domain.periodic[a] && (n < 0 || n >= m.domain.roots[a] << m.level[leaf]))
      ends |= 1 << (2 * a + (way > 0));
  }
  return ends;
}

// What the library says, in place of the end of the program.
struct Said {
  std::string text;
  int count = 0;
  Said() {
    ksm_on_error(
        [](const char *message, void *data) {
          static_cast<Said *>(data)->text = message;
          static_cast<Said *>(data)->count++;
        },
        this);
  }
  ~Said() { ksm_on_error(nullptr, nullptr); }
  Said(const Said &) = delete;
  Said &operator=(const Said &) = delete;
};

#endif
