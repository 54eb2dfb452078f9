// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole families of a level are one block of twice as many cells; leaves in none are made as with schedule mapped.
// RUN: %kasane %s --target=opencl --machine=h100 --dump-after=emit -o-dir %t | FileCheck %s
// RUN: %kasane %s --target=cuda --machine=h100 --dump-after=lower -o-dir %t | FileCheck %s --check-prefix=PLAN
// RUN: %kasane %s --target=opencl --machine=h100 -o-dir %t && FileCheck %s --check-prefix=CALL < %t/families.c
#include "../../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef float block[2][B + 2][B + 2];

void step(const ksm_mesh *m, int l, block *u, block *v) {
#pragma stencil schedule(families)
  {
    ksm_fill(m, l, u, KSM_CONSTANT);
    for (int b = m->first[l]; b < m->first[l + 1]; b++)
      for (int y = 1; y <= B; y++)
        for (int x = 1; x <= B; x++) {
          v[b][0][y][x] = u[b][0][y][x - 1] * (float)m->h[b];
          v[b][1][y][x] = u[b][1][y + 1][x + 1];
        }
  }
}

// CHECK: _families0(
// CHECK: __local long base_2[36];
// CHECK: const long first = (long)map_family[entry];
// CHECK: base_2[nth * 9 + (y_way * 3 + x_way)] =
// CHECK: y_in_family < {{.*}}16L
// CHECK: const long y_child = (y_in_family >= 8) ? 1L : 0L;
// CHECK: const long ksn_leaf = first + child;
// CHECK: const long x_out_low_1 = (x_child == 0 && x_low_1 != 0) ? 1L : 0L;
// CHECK: u_0_blocks[((x_out_low_1 == 0) ?
// CHECK-NEXT: (ksn_leaf * 128 + x_low_1 * 120) :
// CHECK-NEXT: base_2[child * 9 + (4 + x_low_1)])
// CHECK: u_0_blocks[((y_out_high_1 + x_out_high_1 == 0) ?
// CHECK-NEXT: (ksn_leaf * 128 + y_high_1 * 192 + x_high_1 * 120) :
// CHECK: _alone0(
// CHECK: const long ksn_leaf = (long)map_alone[entry];

// PLAN: decline: a nest goes over a part of a level's leaves, not over whole families
// PLAN: launch {{.*}}_families0
// PLAN-NEXT: launch {{.*}}_alone0

// CALL: (void *)ksm_map_of(m)->family
// CALL: ksm_part_of(m, l)->family[0]
