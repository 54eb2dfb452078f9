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

// All components of a few cells, whatever the type.
typedef struct ksm_numbers {
  double of[KSM_AROUND * KSM_COMPONENTS];
} ksm_numbers;

// Element `component` of a cell of a leaf, cells from 0.
const char *ksm_element(const ksm_reading *r, const char *memory, int leaf, int component, const int *cell);

// A cell of this level, by its place among all cells of the level. 0: no leaf of that level or finer has it.
int ksm_read_cell(const ksm_reading *r, int level, const int64_t *cell, void *made);

// A cell of `level` by the rule, from the coarser level; it lies in a leaf of that level.
void ksm_make_finer(const ksm_reading *r, const int64_t *cell, ksm_numbers *room, void *made);
// A cell of `level` by the rule, from the finer level: what ksm_read_cell does where leaves are finer.
void ksm_make_coarser(const ksm_reading *r, int level, const int64_t *cell, void *made);

#endif
// Tests: tests/unit/mesh/FillTest.cpp
