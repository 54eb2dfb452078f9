// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <stdlib.h>
#ifndef FOLLOWED
void rows(int n, double **u, double *block) {
#pragma stencil
  for (int j = 0; j < n; j++)
    u[j] = &block[j * n];
  // CHECK: pointer_element.c:[[@LINE-1]]:5: error: 'u[j]' holds a pointer, and cells store numbers only; fill such a table in loops without a directive, before the region
}

void allocated(int n, double **u) {
#pragma stencil
  for (int j = 0; j < n; j++) {
    u[j] = malloc(n * sizeof(double));
    // CHECK: pointer_element.c:[[@LINE-1]]:5: error: 'u[j]' holds a pointer
    for (int i = 0; i < n; i++)
      u[j][i] = i;
  }
}

#else // what it says to do
void allocated(int n, double **u) {
  for (int j = 0; j < n; j++)
    u[j] = malloc(n * sizeof(double));
#pragma stencil
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      u[j][i] = i;
}
#endif
