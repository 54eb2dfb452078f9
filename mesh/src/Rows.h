// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes of ghosts at once: what Cells.c makes cell by cell, row by row, with the same arithmetic in the same order.
// `n`: the elements to be made along x, y, z. Strides are in elements, along x, y, z; along x it is 1. Those along z
// are not looked at where n[2] is 1.
#ifndef KASANE_MESH_ROWS_H
#define KASANE_MESH_ROWS_H
#include "kasane_mesh.h"

void ksm_copy_box(ksm_type type, const int *n, const void *from, const ptrdiff_t *from_stride, void *to,
                  const ptrdiff_t *to_stride);
// As ksm_between of two arrays that lie alike.
void ksm_between_box(ksm_type type, const int *n, const void *a, const void *b, double theta,
                     const ptrdiff_t *from_stride, void *to, const ptrdiff_t *to_stride);
// As ksm_beyond: a + (a - c), where c is so many elements from a.
void ksm_beyond_box(ksm_type type, const int *n, const void *a, ptrdiff_t c, const ptrdiff_t *from_stride, void *to,
                    const ptrdiff_t *to_stride);
// As ksm_mean_of: element i is made of the 2^rank that begin with 2 i.
void ksm_mean_box(ksm_type type, int rank, const int *n, const void *from, const ptrdiff_t *from_stride, void *to,
                  const ptrdiff_t *to_stride);
// As ksm_linear_from: element i lies in the coarser cell (first + i) / 2; `first` is 0 or 1 along each axis.
void ksm_linear_box(ksm_type type, int rank, const int *n, const int *first, const void *from,
                    const ptrdiff_t *from_stride, void *to, const ptrdiff_t *to_stride);

#endif
// Tests: tests/unit/mesh/FillTest.cpp
