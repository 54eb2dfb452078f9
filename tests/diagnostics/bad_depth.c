// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int n, int steps, float *a, float *b) {
#pragma stencil schedule(overlap) depth(1000)
// CHECK: bad_depth.c:[[@LINE-1]]:35: error: depth 1000 is outside of 1 to 64
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
