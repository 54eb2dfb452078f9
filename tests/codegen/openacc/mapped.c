// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of a mesh: a gang has no memory of its own, so reads look up where a direction begins, and fills between two
// times find the array that is meant by its number. A block's cells are one loop.
// RUN: %kasane %s --target=openacc --machine=h100 --dump-after=emit -o-dir %t | FileCheck %s
#include "../../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef float block[B + 2][B + 2];

void step(const ksm_mesh *m, int l, block *u, block *v, block *finer, block *before, block *after, double theta) {
#pragma stencil
  {
    ksm_fill_between(m, l, u, finer, before, after, theta, KSM_CONSTANT);
    for (int b = m->first[l]; b < m->first[l + 1]; b++)
      for (int y = 1; y <= B; y++)
        for (int x = 1; x <= B; x++)
          v[b][y][x] = u[b][y][x - 1] + u[b][y + 1][x];
  }
}

// CHECK: _means_f32_1_level0_fill0(void)
// CHECK: const int64_t finer_in = ksn_told->finer_in;
// CHECK: (finer_in == 0) ? ksn_told->blocks[first] : ksn_told->others[first]
// CHECK: _mapped0(void) {
// CHECK: #pragma acc loop gang collapse(2)
// CHECK: #pragma acc loop vector collapse(2)
// CHECK-NEXT: for (int64_t y = y0; y < y0 + 8; ++y) {
// CHECK-NEXT: for (int64_t x = x0; x < x0 + 8; ++x) {
// CHECK: const int64_t y_high_1 = (y >= 8) ? 3L : 0L;
// CHECK: ksn_told->u_blocks[(int64_t)ksn_told->map_block[ksn_leaf * 9 + (4 + x_low_1)] * 64 +
// CHECK-NEXT: (int64_t)ksn_told->map_shift[ksn_leaf * 9 + (4 + x_low_1)] +
