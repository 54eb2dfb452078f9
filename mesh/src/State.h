// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a mesh knows beside its public part: its arrays, by whose variables they are held, and how much memory it may
// take. Arrays are found by their address, names by their variable, since variables may exchange arrays.
#ifndef KASANE_MESH_STATE_H
#define KASANE_MESH_STATE_H
#include "kasane_mesh.h"
#include <stdatomic.h>

enum { KSM_NAME = 64, KSM_SIDES = 6, KSM_CHILDREN = 8, KSM_AROUND = 27 };

typedef struct ksm_store {
  ksm_type type;
  int components;
  size_t block; // bytes
  char *memory;
  ksm_end ends[KSM_SIDES];
  double values[KSM_SIDES];
} ksm_store;

typedef struct ksm_holder {
  char name[KSM_NAME];
  void *variable; // NULL: loaded, and not asked for since. It holds the store of its own number then.
} ksm_holder;

struct ksm_state {
  int count;
  ksm_store *stores;
  ksm_holder *holders;
  int most_level;            // for which places still fit
  uint64_t limit;            // bytes
  struct ksm_mapped *mapped; // what ksm_map_of has made; NULL: nothing
  atomic_flag busy;          // some thread makes it
};

static inline size_t ksm_size_of(ksm_type type) { return type == KSM_F32 ? sizeof(float) : sizeof(double); }
static inline int ksm_width(const ksm_mesh *m) { return m->domain.cells + 2 * m->domain.ghosts; }
static inline int ksm_children(const ksm_mesh *m) { return 1 << m->domain.rank; }
static inline int ksm_directions(const ksm_mesh *m) { return m->domain.rank == 2 ? 9 : 27; }
static inline size_t ksm_room_of_component(const ksm_mesh *m) { // elements
  const size_t w = (size_t)ksm_width(m);
  return m->domain.rank == 2 ? w * w : w * w * w;
}
static inline size_t ksm_stride(const ksm_mesh *m, int axis) { // elements
  const size_t w = (size_t)ksm_width(m);
  return axis == 0 ? 1 : axis == 1 ? w : m->domain.rank == 2 ? 0 : w * w;
}

#endif
// Tests: tests/unit/mesh/ArrayTest.cpp
