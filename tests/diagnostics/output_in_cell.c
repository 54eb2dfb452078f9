// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef FOLLOWED
void put(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++) {
      a[i] *= 2;
      if (isnan(a[i]))
        printf("%d\n", i);
      // CHECK: output_in_cell.c:[[@LINE-1]]:9: error: 'printf' can't be called for a cell, since cells have no order; print in loops of their own behind these, or declare a variable before the region, set it in such cells ('bad = 1;') and call it behind the nest ('if (bad) ..'); where no cell decides it, call it before the region
    }
}

void ends(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] * a[i + 1];
      if (isnan(b[i]))
        exit(1);
      // CHECK: output_in_cell.c:[[@LINE-1]]:9: error: 'exit' can't be called for a cell
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
  int bad;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    bad = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] * a[i + 1];
      if (isnan(b[i]))
        bad = i;
    }
    if (bad) {
      printf("%d\n", bad);
      exit(1);
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}

void behind(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      a[i] *= 2;
    for (int i = 0; i < n; i++)
      if (isnan(a[i])) {
        printf("%d\n", i);
        exit(1);
      }
  }
}
#endif
