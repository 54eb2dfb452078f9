// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
int clause(int n, float *a, float *b) {
#pragma stencil keep(a, b)
  for (int k = 0; k < 3; k++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    if (n == k)
      return 1;
    // CHECK: keep_left.c:[[@LINE-1]]:7: error: this leaves the statement over which arrays are kept on the device, before they are brought home; leave it at its end
  }
  return 0;
}
