// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void f(int n, float *a, float *b) {
#pragma stencil
  for (int i = 5; i < n - 5; i++)
    b[i] = a[i] - a[2 * i];
  // CHECK: factors_differ.c:[[@LINE-1]]:{{[0-9]+}}: error: 'a' is indexed here with another factor of the loop variable than elsewhere in the region; only cells at constant distances from the loop variables are supported
}
