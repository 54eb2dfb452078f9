// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t -- -DWRITE 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// What looks at all arrays of the mesh looks at those that are kept, too.
#include "../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef double block[B + 2][B + 2];

static int wanted(const ksm_mesh *m, int b, void *data) { return data || m->level[b] < 2; }
static void change(ksm_mesh *m) { ksm_refine(m, wanted, 0, KSM_LINEAR); }

static void step(const ksm_mesh *m, block *u, block *v) {
#pragma stencil
  {
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
    for (int b = 0; b < m->leaves; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 1; i <= B; i++)
          v[b][j][i] = u[b][j][i - 1];
  }
}

void steps(ksm_mesh *m, block *u, block *v) {
#pragma stencil keep(u, v)
  for (int t = 0; t < 8; t++) {
    step(m, u, v);
    step(m, v, u);
#ifdef WRITE
    if (t == 4)
      ksm_write_vtu(m, "half.vtu");
      // WRITE: kept_mesh.c:[[@LINE-1]]:7: error: this call uses an array outside of regions while it is kept on the device: 'ksm_write_vtu(m, "half.vtu")'; end the kept statement before, or don't keep the array
#else
    change(m);
    // CHECK: kept_mesh.c:[[@LINE-1]]:5: error: this call uses an array outside of regions while it is kept on the device: 'change(m)'; end the kept statement before, or don't keep the array
#endif
  }
}
