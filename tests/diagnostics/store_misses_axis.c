// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -Wno-stencil-nest-between-steps -- -DFOLLOWED
#ifndef FOLLOWED
void axis(int steps, int nx, int ny, float (*a)[nx], float *row) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        row[i] += a[j][i];
        // CHECK: store_misses_axis.c:[[@LINE-1]]:9: error: 'row' has no subscript for the loop over 'j', so every iteration stores to the same cell; store to an array that has one, or move the statement into loops of its own, before or after these, in the time loop or behind the region
}

void mean(int steps, int nx, int ny, float (*a)[nx], float (*b)[nx], float *mean) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++) {
        a[j][i] = 0.5f * b[j][i];
        mean[j] += b[j][i];
        // CHECK: store_misses_axis.c:[[@LINE-1]]:9: error: 'mean' has no subscript for the loop over 'i'
      }
  }
}

#else // what it says to do
void mean(int steps, int nx, int ny, float (*a)[nx], float (*b)[nx], float *mean) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = 0.5f * b[j][i];
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        mean[j] += b[j][i];
  }
}
#endif
