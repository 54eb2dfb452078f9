// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void axis(int steps, int nx, int ny, float (*a)[nx], float *row) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        row[i] = a[j][i];
        // CHECK: store_misses_axis.c:[[@LINE-1]]:9: error: 'row' has no subscript for the loop over 'j', so every iteration stores to the same cell; store to an array that has one, or move the statement out of that loop
}
