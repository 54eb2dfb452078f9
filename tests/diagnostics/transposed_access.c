// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void transpose(int n, float (*a)[n], float (*b)[n]) {
#pragma stencil
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      b[j][i] = a[j][i] + a[i][j];
      // CHECK: transposed_access.c:[[@LINE-1]]:27: error: 'a' is indexed here with its axes in another order than elsewhere in the region; use one order, or transpose into an array of its own before the region
}

void factors(int n, float (*a)[n], float (*b)[n], float *c) {
#pragma stencil begin
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      b[j][i] = a[j][i] + c[i] * c[j];
      // CHECK: transposed_access.c:[[@LINE-1]]:34: error: 'c' is indexed here with its axes in another order
  for (int j = 0; j < n; j++)
    c[j] = a[j][0];
#pragma stencil end
}

#else // what it says to do
void followed(int n, int steps, float a[n][n], float b[n][n], float c[n][n]) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      c[j][i] = a[i][j];
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      b[j][i] = a[j][i - 1] + c[j][i];
}
#endif
