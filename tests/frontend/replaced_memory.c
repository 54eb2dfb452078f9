// What a step puts in place of memory that it frees: a copy back, and what stands in the way of that.
// RUN: %kasane %s -o-dir %t -DCASE=0 && FileCheck --check-prefix=KEPT %s < %t/replaced_memory.c
// RUN: not %kasane %s -o-dir %t -DCASE=1 2>&1 | FileCheck --check-prefix=LATER %s
// RUN: not %kasane %s -o-dir %t -DCASE=2 2>&1 | FileCheck --check-prefix=BEFORE %s
// RUN: not %kasane %s -o-dir %t -DCASE=3 2>&1 | FileCheck --check-prefix=TABLE %s
#include <stdlib.h>
float **rows(int n);
void smooth(int n, int steps, float *u, float **table) {
#pragma stencil
  // KEPT: ksn_has_memory((void *)(u), (long long)sizeof *(u) * (
  for (int t = 0; t < steps; t++) {
#if CASE == 2
    if (t == 3)
      break;
#endif
    // TABLE: [[@LINE+2]]:17: error: pointers to rows are allocated here, for 'v', in every step
#if CASE == 3
    float **v = rows(n);
    for (int i = 0; i < n; i++)
      v[0][i] = u[i];
#else
    float *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
      v[i] = 0.5f * u[i];
    free(u);
    u = v;
    // LATER: [[@LINE-1]]:5: error: after a step 'u' and another pointer name the same array
    // BEFORE: [[@LINE-2]]:5: error: after a step 'u' and another pointer name the same array
#endif
#if CASE == 1
    v[0] = 1;
#endif
  }
}
