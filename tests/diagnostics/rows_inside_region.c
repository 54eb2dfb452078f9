// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <stdlib.h>
void rows(int nx, int ny, int steps, float (*a)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float **b = malloc(ny * sizeof *b);
    // CHECK: rows_inside_region.c:[[@LINE-1]]:17: error: pointers to rows are allocated here, for 'b', in every step; allocate them before the region, or one block for all rows: 'double (*b)[nx] = malloc(ny * sizeof *b);'
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        a[j][i] *= 0.5f;
    free(b);
  }
}
