// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void transpose(int n, float (*a)[n], float (*b)[n]) {
#pragma stencil
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      b[j][i] = a[j][i] + a[i][j];
      // CHECK: transposed_access.c:[[@LINE-1]]:27: error: 'a' is indexed here with its axes in another order than elsewhere in the region; use one order, or transpose into an array of its own before the region
}
