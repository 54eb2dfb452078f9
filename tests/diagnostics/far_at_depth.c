// RUN: not %kasane %s --depth=2 -o-dir %t 2>&1 | FileCheck %s
void far(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    b[0] = b[n - 2] + b[n - 3];
    // CHECK: far_at_depth.c:[[@LINE-1]]:12: error: this element of 'b' lies at a distance of n - 2 along 'i', which several steps at once can't follow; use depth 1
    float *c = a;
    a = b;
    b = c;
  }
}
