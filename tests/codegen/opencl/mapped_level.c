// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane %s --target=opencl --machine=h100 --dump-after=emit -o-dir %t | FileCheck %s
// RUN: %kasane %s --target=opencl --machine=h100 -o-dir %t && FileCheck %s --check-prefix=CALL < %t/mapped_level.c
// RUN: %kasane %s --target=cuda --machine=h100 --dump-after=lower -o-dir %t | FileCheck %s --check-prefix=PLAN
// A region that makes one step of one level, whose coarser leaves are between two times.
#include "../../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef float block[B + 2][B + 2];

void step(const ksm_mesh *m, int l, block *u, block *v, block *finer, block *before, block *after, double theta) {
#pragma stencil
  {
    ksm_fill_between(m, l, u, finer, before, after, theta, KSM_LINEAR);
    for (int b = m->first[l]; b < m->first[l + 1]; b++)
      for (int y = 1; y <= B; y++)
        for (int x = 1; x <= B; x++)
          v[b][y][x] = u[b][y][x - 1] + u[b][y + 1][x];
  }
}

// Finer cells, and coarser ones at both times, lie in one of the copies.
// CHECK: _means_f32_1_level0_fill0(
// CHECK: finer = (finer_in == 0) ? blocks : others;
// CHECK: _linear_f32_1_level0_fill0(
// CHECK: before = (before_in == 0) ? blocks : others;
// CHECK: after = (after_in == 0) ? blocks : others;

// CALL: .n_level_finer = ksm_part_of(m, l)->finer[0]
// CALL: .n_finer_in = ((const void *)(finer) == (const void *)(u) ? 0 :
// CALL-SAME: (const void *)(finer) == (const void *)(v) ? 1 : -1)

// Nothing but this level and the next ones is copied, and its cells alone go back.
// PLAN: decline: a nest goes over other leaves than those whose ghosts are filled
// PLAN: launch {{.*}}_load_f32_1 u_blocks u map_block map_shift
// PLAN: launch {{.*}}_load_f32_1 v_blocks v map_block map_shift
// PLAN: launch {{.*}}_means_f32_1_level0_fill0 u_blocks v_blocks map_mean
// PLAN: launch {{.*}}_beyond_f32_1_level0_fill0 u_blocks v_blocks map_beyond
// PLAN: launch {{.*}}_linear_f32_1_level0_fill0 u_blocks v_blocks map_finer
// PLAN: launch {{.*}}_ends_f32_1_level0 u_blocks u_ends u_values map_end
// PLAN: launch {{.*}}_ghosts_f32_1_level0 u_blocks u
// PLAN: launch {{.*}}_mapped0 map_block map_shift u_blocks v_blocks
// PLAN-NOT: _store_f32_1 u_blocks
// PLAN: launch {{.*}}_store_f32_1 v_blocks v
