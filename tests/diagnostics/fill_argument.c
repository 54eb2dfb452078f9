// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include "../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef double block[B + 2][B + 2];

void pan(const ksm_mesh *m, int t, block *u, block *v) {
#pragma stencil
  {
#ifdef FOLLOWED
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
#else
    ksm_fill(m, KSM_ALL, t ? u : v, KSM_LINEAR);
    // CHECK: fill_argument.c:[[@LINE-1]]:26: error: which array is filled isn't known from this argument; give ksm_fill the pointer itself that the nests use
#endif
    for (int b = 0; b < m->leaves; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 1; i <= B; i++)
          v[b][j][i] = u[b][j][i - 1];
  }
}
