// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int n, int steps, float *a, float *b) {
#pragma stencil schedule(sweep) depth(2)
// CHECK: sweep_depth.c:[[@LINE-1]]:33: error: 'sweep' advances one step a pass, so depth 2 cannot be; use schedule overlap
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
