// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *a, float *b) {
#pragma stencil
  for (int i = 5; i < n - 5; i++)
    b[i] = a[i] - a[2 * i];
  // CHECK: factors_differ.c:[[@LINE-1]]:{{[0-9]+}}: error: 'a' is indexed here with another factor of the loop variable than elsewhere in the region; only cells at constant distances from the loop variables are supported
}

// A mirrored element is no other row length.
void mirrored(int nx, int ny, float *a, float *b) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j * nx + i] = a[j * nx + i] + a[(ny - 1 - j) * nx + i];
  // CHECK: factors_differ.c:[[@LINE-1]]:{{[0-9]+}}: error: 'a' is indexed here with another factor of the loop variable
}
