// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group makes cells whose elements lie on the same sides of the block: one body, and directions that are the same for
// all of the group. With two layers below and one above there are four classes along x.
// RUN: %kasane %s --target=opencl --machine=h100 --dump-after=emit -o-dir %t | FileCheck %s
#include "../../../mesh/include/kasane_mesh.h"
enum { B = 8, G = 2 };
typedef double block[B + 2 * G][B + 2 * G];

void step(const ksm_mesh *m, block *u, block *v) {
#pragma stencil schedule(classes)
  {
    ksm_fill(m, KSM_ALL, u, KSM_CONSTANT);
    for (int b = 0; b < m->leaves; b++)
      for (int y = G; y < B + G; y++)
        for (int x = G; x < B + G; x++)
          v[b][y][x] = u[b][y][x - 2] + u[b][y][x - 1] + u[b][y + 1][x + 1];
  }
}

// CHECK: _classes0(
// CHECK-NOT: __local
// CHECK: const long x_class = y0 % 4;
// CHECK: const long x_begin = (x_class < 1) ? 2 : ((x_class < 2) ? 3 : ((x_class < 3) ? 4L : 9L));
// CHECK: const long x_end = (x_class < 1) ? 3 : ((x_class < 2) ? 4 : ((x_class < 3) ? 9L : 10L));
// CHECK: const long x_low_2 = (x_begin < 4) ? (-1L) : 0L;
// CHECK: const long y_class = y0 / 4 % 2;
// CHECK: const long begin = (long)map_block[ksn_leaf * 9 + (4 + x_low_2)] * 64 +
// CHECK: for (long x = x_begin + (long)get_local_id(0); x < x_end; x +=
// CHECK: v_blocks[ksn_leaf * 64 + (number + x)] = u_blocks[begin + (number + x) - 2] +
// CHECK-NEXT: u_blocks[begin_1 + (number + x) - 1] +
