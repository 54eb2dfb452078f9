// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void rows(int nx, int ny, float **a, float **b) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
      // CHECK: row_pointers.c:[[@LINE-1]]:17: error: arrays of row pointers are not supported yet; use a pointer to rows, 'float (*A)[nx]', or one flat array
}
