// RUN: not %kasane %s --depth=2 -o-dir %t 2>&1 | FileCheck %s
void far(int n, int shift, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n - shift; i++)
      b[i] = a[i] + a[i + shift];
    // CHECK: far_at_depth.c:[[@LINE-1]]:21: error: this element of 'a' lies at a distance of shift along 'i', which tiles of one or more steps can't follow; use schedule(sweep)
    float *c = a;
    a = b;
    b = c;
  }
}
