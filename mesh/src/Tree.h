// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The leaves as places on a curve. Leaves are sorted by level, then by key, so a leaf is found by bisection.
#ifndef KASANE_MESH_TREE_H
#define KASANE_MESH_TREE_H
#include "kasane_mesh.h"

typedef struct ksm_place {
  int level, at[3];
  uint64_t key;
} ksm_place;

ksm_place ksm_place_of(const ksm_mesh *m, int level, const int *at);

// The bits of x, y, z interleaved, x lowest: 31 each in 2D, 21 in 3D.
uint64_t ksm_key(int rank, const int *at);

// Which leaf is at this place of the level, or -1.
int ksm_leaf_of(const ksm_mesh *m, int level, uint64_t key);

// The same on the level of a leaf near by: those of a family follow each other.
int ksm_leaf_near(const ksm_mesh *m, int leaf, uint64_t key);

// Wraps a place around periodic axes; 0: it is beyond an end.
int ksm_wrap(const ksm_mesh *m, int level, int *at);

// What covers a block of a level. *leaf: the leaf of that level, or the coarser one; else -1.
ksm_kind ksm_cover(const ksm_mesh *m, int level, const int *at, int *leaf);

// Sorts the places and makes of them the mesh's tables, which it allocates. -1: memory ended; nothing has changed.
// They cover the domain, and neighbours differ by one level at most.
int ksm_index(ksm_mesh *m, ksm_place *places, int count);
void ksm_free_tables(ksm_mesh *m);
size_t ksm_table_bytes(const ksm_mesh *m); // a leaf

// Of a direction -1, 0 or 1 along each axis, and the ghosts that a leaf has there.
void ksm_way_of(const ksm_mesh *m, int direction, int *way);
void ksm_ghosts_at(const ksm_mesh *m, const int *way, int *lo, int *hi);

#endif
// Tests: tests/unit/mesh/ForestTest.cpp
