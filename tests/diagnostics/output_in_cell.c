// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <math.h>
#include <stdio.h>
void put(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++) {
      a[i] *= 2;
      if (isnan(a[i]))
        printf("%d\n", i);
      // CHECK: output_in_cell.c:[[@LINE-1]]:9: error: 'printf' can't be called for a cell, since cells have no order; print in loops of their own behind these, set a variable in such cells ('bad = 1;') and call it behind the nest
    }
}
