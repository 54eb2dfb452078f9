// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -DWITHIN 2>&1 | FileCheck --check-prefix=WITHIN %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include "../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef double block[B + 2][B + 2];
int steep(const ksm_mesh *m, int leaf, void *data);

static void follow(ksm_mesh *m, int t) {
  if (t % 16 == 15)
    ksm_refine(m, steep, 0, KSM_LINEAR);
}

void front(ksm_mesh *m, block *u, block *v, int steps) {
#ifndef FOLLOWED
#pragma stencil
#endif
  for (int t = 0; t < steps; t++) {
#ifdef FOLLOWED
#pragma stencil
    {
      ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
#endif
      for (int b = 0; b < m->leaves; b++)
        for (int j = 1; j <= B; j++)
          for (int i = 1; i <= B; i++)
            v[b][j][i] = u[b][j][i - 1];
#ifdef FOLLOWED
    }
#endif
    block *swap = u;
    u = v;
    v = swap;
#ifdef WITHIN
    // WITHIN: mesh_changes.c:[[@LINE+1]]:5: error: 'follow' changes the mesh
    follow(m, t);
#else
    if (t % 16 == 15)
      // CHECK: mesh_changes.c:[[@LINE+1]]:7: error: 'ksm_refine' changes the mesh, which moves its arrays and their leaves; a region takes the mesh as it is, so put the directive inside of the loop that has this call in it, or end the region before
      ksm_refine(m, steep, 0, KSM_LINEAR);
#endif
  }
}
