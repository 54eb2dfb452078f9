// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// RUN: %kasane explain %s | FileCheck --check-prefix=EXPLAIN %s
// Fills of a mesh are host code that sets one array, also where no time loop is.
#include "../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef double block[B + 2][B + 2];

void step(const ksm_mesh *m, int l, block *u, block *v) {
#pragma stencil
  {
    ksm_fill(m, l, u, KSM_LINEAR);
    for (int b = m->first[l]; b < m->first[l + 1]; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 1; i <= B; i++)
          v[b][j][i] = u[b][j][i - 1];
    (void)ksm_fill(m, l, v, 0);
    for (int b = m->first[l]; b < m->first[l + 1]; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 1; i <= B; i++)
          u[b][j][i] = v[b][j][i + 1] * m->h[b];
  }
}
// CHECK: stencil {{.*}} rank 3
// CHECK-NOT: time
// CHECK: host code 1 fills u
// CHECK-NEXT: stage z in
// CHECK: host code 2 fills v
// CHECK-NEXT: stage z in

// EXPLAIN: ghosts    u (line 11), v (line 16): filled by the library, on the host, unless the schedule is mapped or rows; from a device the arrays come home
