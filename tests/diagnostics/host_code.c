// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void print(const float *a, int n);
void host(int n, float *a, float *b) {
#pragma stencil
  {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    print(b, n);
    // CHECK: host_code.c:[[@LINE-1]]:5: error: a call of 'print' is no part of a stencil, and only a time loop can stop for it; move it out of the region
  }
}
