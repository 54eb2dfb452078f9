// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -DMESH 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not %kasane %s -o-dir %t -- -DMESH -DWRITE 2>&1 | FileCheck %s --check-prefix=WRITE
#ifndef MESH
static float first(const float *x) { return x[0]; }
static void step(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
float clause(int n, float *a, float *b) {
  float sum = 0;
#pragma stencil keep(a, b)
  for (int k = 0; k < 3; k++) {
    step(n, a, b);
    sum += first(b);
    // CHECK: kept_used_in_call.c:[[@LINE-1]]:12: error: this call uses an array outside of regions while it is kept on the device: 'first(b)'; put '#pragma stencil home(..)' with the array before the call, end the kept statement before, or don't keep the array
  }
  return sum;
}
#else
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
      // WRITE: kept_used_in_call.c:[[@LINE-1]]:7: error: this call uses an array outside of regions while it is kept on the device: 'ksm_write_vtu(m, "half.vtu")'; put '#pragma stencil home(..)' with the array before the call, end the kept statement before, or don't keep the array
#else
    change(m);
    // MESH: kept_used_in_call.c:[[@LINE-1]]:5: error: this call uses an array outside of regions while it is kept on the device: 'change(m)'; put '#pragma stencil home(..)' with the array before the call, end the kept statement before, or don't keep the array
#endif
  }
}
#endif
