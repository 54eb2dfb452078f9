// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coarser cells around a box of ghosts, side by side: each is read once for all ghosts that are made of it.
#ifndef KASANE_MESH_PATCH_H
#define KASANE_MESH_PATCH_H
#include "Cells.h"

// A box of ghosts of one leaf in one direction, in the leaf's cells from 0.
typedef struct ksm_box {
  int leaf, lo[3], hi[3];
  int way[3];   // the direction
  int block[3]; // the place of the block that is there, wrapped
} ksm_box;

// The box by KSM_LINEAR from the coarser leaf in which it lies, into array u. 0: leaves beside that one are two levels
// finer, and nothing has been made.
int ksm_fill_from_coarser(const ksm_reading *r, char *u, const ksm_box *box, int coarser);

// Ghosts lo .. hi of the box, which lie in this child of the block beside the leaf, as means of the cells of leaf
// `finer`, which is that child.
void ksm_fill_from_finer(const ksm_reading *r, char *u, const ksm_box *box, const int *lo, const int *hi,
                         const int *child, int finer);

#endif
// Tests: tests/unit/mesh/FillTest.cpp
