// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int n, int steps, float *a, float *b) {
#pragma stencil target(abacus)
// CHECK: unknown_target.c:[[@LINE-1]]:17: error: unknown target 'abacus'; --help lists the known ones
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
