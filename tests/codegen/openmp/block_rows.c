// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane %s --dump-after=emit -o-dir %t | FileCheck %s
// RUN: %kasane %s --dump-after=lower -o-dir %t | FileCheck %s --check-prefix=PLAN
#include "../../../mesh/include/kasane_mesh.h"
enum { B = 16 };
typedef float block[2][B + 2][B + 2];

void steps(const ksm_mesh *m, block *u, block *v, int count) {
#pragma stencil schedule(rows)
  for (int t = 0; t < count; t++) {
    ksm_fill(m, KSM_ALL, u, KSM_CONSTANT);
    for (int b = 0; b < m->leaves; b++)
      for (int y = 1; y <= B; y++)
        for (int x = 1; x <= B; x++) {
          v[b][0][y][x] = u[b][0][y][x - 1] + u[b][1][y][x + 1];
          v[b][1][y][x] = u[b][1][y - 1][x] * u[b][0][y][x];
        }
    block *swap = u;
    u = v;
    v = swap;
  }
}

// One thread goes through a short list of ghosts.
// CHECK: #pragma omp parallel for schedule(static) if ({{.*}} > 4096)

// What lies beyond a row's ends is loaded for the whole row, from where the neighbour's row begins.
// CHECK: _mapped0(
// CHECK: const int64_t row = base_2[3] + number;
// CHECK: const int64_t row_1 = ksn_leaf * 512 + number;
// CHECK: const int64_t row_3 = base_2[4 + y_low_1] + number;
// CHECK: #pragma omp simd
// CHECK-NEXT: for (int64_t x = 1; x < 17; ++x) {
// CHECK-NEXT: const float u_0_within = u_0_blocks[row_1 + x - 1];
// CHECK-NEXT: const float u_0_below = u_0_blocks[row + x - 1];
// CHECK-NEXT: const float u_0_at = (x < 2) ? u_0_below : u_0_within;
// CHECK-NEXT: const float u_1_within = u_0_blocks[row_1 + x + 257];
// CHECK-NEXT: const float u_1_above = u_0_blocks[row_2 + x + 257];
// CHECK-NEXT: const float u_1_at = (x >= 16) ? u_1_above : u_1_within;
// CHECK-NEXT: v_0_blocks[row_1 + x] = u_0_at + u_1_at;
// CHECK-NEXT: v_0_blocks[row_1 + x + 256] = u_0_blocks[row_3 + x + 240] * u_0_blocks[row_1 + x];

// Arrays are copied by rows, and threads don't meet for lists that are empty.
// PLAN: kernel {{.*}}_load_f32_2
// PLAN: for x_1 in [0, 1) step 1
// PLAN: launch {{.*}}_load_f32_2 {{.*}} when ((m_leaves * 36) > 0)
// PLAN: while more than 2 left
// PLAN: launch {{.*}}_means_f32_2 {{.*}} when (map_means > 0)
// PLAN: launch {{.*}}_mapped0
