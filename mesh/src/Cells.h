// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of cells at a level that need not be that of the leaf which has them. Only cells of leaves are read.
#ifndef KASANE_MESH_CELLS_H
#define KASANE_MESH_CELLS_H
#include "State.h"

// Where the values are while cells of `level` are made: those of leaves of that level, of finer and of coarser ones.
typedef struct ksm_reading {
  const ksm_mesh *m;
  const ksm_store *like; // type, components, size of a block
  const ksm_rule *rule;
  int level;
  const char *same, *finer, *old_time, *new_time;
  double theta;
} ksm_reading;

// The coarser cells around one, all components, whatever the type. They serve for all finer cells in it.
typedef struct ksm_numbers {
  int isMade, cell[3]; // around which one of the leaf; at first for none
  double of[KSM_AROUND * KSM_COMPONENTS];
} ksm_numbers;

// Element `component` of a cell of a leaf, cells from 0.
const char *ksm_element(const ksm_reading *r, const char *memory, int leaf, int component, const int *cell);

// Cells are named by their place among all of their level, within the domain.

// A cell of this level. 0: no leaf of that level or finer has it.
int ksm_read_cell(const ksm_reading *r, int level, const int64_t *cell, void *made);

// A cell of r->level by the rule, from the coarser leaf in which it lies. `room` is for one such leaf.
void ksm_make_finer(const ksm_reading *r, int coarser, const int64_t *cell, ksm_numbers *room, void *made);
// A cell of `level` by the rule, from finer leaves: what ksm_read_cell does where they are finer.
void ksm_make_coarser(const ksm_reading *r, int level, const int64_t *cell, void *made);

#endif
// Tests: tests/unit/mesh/FillTest.cpp
