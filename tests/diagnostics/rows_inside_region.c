// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <stdlib.h>
#ifndef FOLLOWED
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

// Rows of several lengths.
void triangle(int nx, int ny, int steps, float (*a)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float **b = malloc(ny * sizeof *b);
    // CHECK: rows_inside_region.c:[[@LINE-1]]:17: error: pointers to rows are allocated here, for 'b', in every step
    for (int j = 0; j < ny; j++)
      b[j] = malloc((nx + j) * sizeof(float));
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        b[j][i] = 0.5f * a[j][i];
    for (int j = 1; j < ny; j++)
      for (int i = 0; i < nx; i++)
        a[j][i] = b[j][i] + b[j - 1][i];
    for (int j = 0; j < ny; j++)
      free(b[j]);
    free(b);
  }
}

#else // what it says to do
void followed(int nx, int ny, int steps, float (*a)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float(*b)[nx] = malloc(ny * sizeof *b);
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        b[j][i] = 0.5f * a[j][i];
    for (int j = 1; j < ny; j++)
      for (int i = 0; i < nx; i++)
        a[j][i] = b[j][i] + b[j - 1][i];
    free(b);
  }
}
#endif
