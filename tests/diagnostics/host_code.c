// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void print(const float *a, int n);
void host(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    print(b, n);
    // CHECK: host_code.c:[[@LINE-1]]:5: error: a call of 'print' inside of the time loop is not supported yet; move it out of the region
    float *c = a;
    a = b;
    b = c;
  }
}
