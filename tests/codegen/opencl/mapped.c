// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane %s --target=opencl --machine=h100 --dump-after=emit -o-dir %t | FileCheck %s
// RUN: %kasane %s --target=opencl --machine=h100 -o-dir %t && FileCheck %s --check-prefix=CALL < %t/mapped.c
// RUN: %kasane %s --target=cuda --machine=h100 --dump-after=lower -o-dir %t | FileCheck %s --check-prefix=PLAN
#include "../../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef float block[2][B + 2][B + 2][B + 2];

void steps(const ksm_mesh *m, block *u, block *v, int count, const float (*k)[B + 2][B + 2][B + 2]) {
#pragma stencil
  for (int t = 0; t < count; t++) {
    ksm_fill(m, KSM_ALL, u, KSM_CONSTANT);
    for (int b = 0; b < m->leaves; b++)
      for (int z = 1; z <= B; z++)
        for (int y = 1; y <= B; y++)
          for (int x = 1; x <= B; x++) {
            v[b][0][z][y][x] = u[b][0][z][y][x - 1] + k[b][z][y][x + 1];
            v[b][1][z][y][x] = u[b][1][z + 1][y - 1][x] * u[b][0][z][y][x];
          }
    block *swap = u;
    u = v;
    v = swap;
  }
}

// All components of a block follow each other. What isn't filled is read where it lies.
// CHECK: _mapped0(
// CHECK: __local long base_2[27];
// CHECK: base_2[{{.*}}] =
// CHECK-NEXT: (long)map_block[{{.*}}] * 1024 +
// CHECK-NEXT: (long)map_shift[
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: const long z_high_1 = (z >= 8) ? 9L : 0L;
// CHECK: const long y_low_1 = (y < 2) ? (-3L) : 0L;
// CHECK: const long x_low_1 = (x < 2) ? (-1L) : 0L;
// CHECK: v_0_blocks[ksn_leaf * 1024 + (number + x)] = u_0_blocks[base_2[13 + x_low_1] + (number + x) - 1] +
// CHECK-NEXT: k[
// CHECK: v_0_blocks[ksn_leaf * 1024 + (number + x) + 512] =
// CHECK-NEXT: u_0_blocks[base_2[13 + z_high_1 + y_low_1] + (number + x) + 568] *
// CHECK-NEXT: u_0_blocks[ksn_leaf * 1024 + (number + x)];

// CALL: (void *)ksm_map_of(m)->block
// CALL: (void *)ksm_map_ends(m, u)
// CALL: .n_map_blocks = ksm_map_of(m)->blocks
// CALL: ksm_fill(m, KSM_ALL, u, KSM_CONSTANT);

// Each fill of the last two steps sets the array's own ghosts.
// PLAN: unless ((mesh_cells - 8) >= 0) decline: the mesh's blocks have another number of cells
// PLAN: launch {{.*}}_load_f32_2 u_0_blocks u_0 map_block map_shift
// PLAN: while more than 2 left
// PLAN: launch {{.*}}_means_f32_2 u_0_blocks map_mean
// PLAN-NOT: _beyond_
// PLAN: launch {{.*}}_constant_f32_2 u_0_blocks map_finer
// PLAN: launch {{.*}}_ends_f32_2 u_0_blocks u_0_ends u_0_values map_end
// PLAN-NOT: _ghosts_
// PLAN: launch {{.*}}_mapped0 k map_block map_shift u_0_blocks v_0_blocks
// PLAN: while more than 0 left
// PLAN: launch {{.*}}_ghosts_f32_2 u_0_blocks u_0 map_block map_shift
// PLAN: launch {{.*}}_store_f32_2 v_0_blocks v_0 map_block map_shift
