// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic at jumps of the level, in the type of the array. Strides are in elements, along x, y, z; those that
// lead along z are not looked at in 2D. Each value has one definition, wherever its cells lie.
#ifndef KASANE_MESH_RULES_H
#define KASANE_MESH_RULES_H
#include "kasane_mesh.h"

// Of a finer cell that lies in the coarser one `at`, to the side of its middle: through the means of its neighbours.
void ksm_linear_from(ksm_type type, int rank, const void *at, const ptrdiff_t *stride, const int *side, void *made);
// Of the 2^rank cells that begin with `at`.
void ksm_mean_of(ksm_type type, int rank, const void *at, const ptrdiff_t *stride, void *made);
// (1 - theta) * a + theta * b of so many numbers.
void ksm_between(ksm_type type, int count, const void *a, const void *b, double theta, void *made);
// a + b - c of so many numbers: what is beyond a, if b - c is the way there.
void ksm_beyond(ksm_type type, int count, const void *a, const void *b, const void *c, void *made);

#endif
// Tests: tests/unit/mesh/FillTest.cpp
