// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where ghosts lie, and what they are made of, for blocks that have no room for ghosts: ksm_map in kasane_mesh.h says
// what a caller sees of it.
#ifndef KASANE_MESH_MAP_H
#define KASANE_MESH_MAP_H
#include "State.h"

// A list of numbers that grows.
typedef struct ksm_list {
  int *of;
  size_t count, room;
} ksm_list;

typedef struct ksm_end_list {
  const char *memory; // of which array
  ksm_end how[KSM_SIDES];
  int *from;
} ksm_end_list;

struct ksm_mapped {
  ksm_map map; // of the lists below
  int64_t number;
  ksm_list block, shift, mean, beyond, finer, end, family, alone;
  ksm_part parts[KSM_LEVELS + 1]; // by level; the last one: everything
  ksm_list end_at;                // for each ghost beyond an end: the leaf and the cell
  ksm_end_list *arrays;
  int array_count;
};

// The place of a cell of the leaf, or of a ghost.
int64_t ksm_map_place(const ksm_mesh *m, const struct ksm_mapped *x, int leaf, const int *cell);
void ksm_free_map(struct ksm_state *s);

// One thread at a time makes a map, or a part of it.
static inline void ksm_lock(struct ksm_state *s) {
  while (atomic_flag_test_and_set_explicit(&s->busy, memory_order_acquire))
    ;
}
static inline void ksm_unlock(struct ksm_state *s) { atomic_flag_clear_explicit(&s->busy, memory_order_release); }

#endif
// Tests: tests/unit/mesh/MapTest.cpp
