// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include "../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef double block[B + 2][B + 2];

void pan(const ksm_mesh *m, block *u, block *v, double (*w)[B + 2]) {
#pragma stencil
  {
#ifdef FOLLOWED
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
#else
    ksm_fill(m, KSM_ALL, w, KSM_LINEAR);
    // CHECK: fill_of_no_blocks.c:[[@LINE-1]]:26: error: 'w' is filled, but it is no array of blocks in this region: nests don't select a leaf by its first subscript; give ksm_fill the array of a mesh, or move the call out of the region
#endif
    for (int b = 0; b < m->leaves; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 1; i <= B; i++)
          v[b][j][i] = u[b][j][i - 1] + w[j + 1][i];
  }
}
