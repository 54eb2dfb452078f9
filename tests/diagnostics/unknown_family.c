// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int n, int steps, float *a, float *b) {
#pragma stencil schedule(hexagon)
// CHECK: unknown_family.c:[[@LINE-1]]:17: error: unknown schedule 'hexagon'; known are sweep, overlap, pipeline, diamond, pivot, mapped, rows, families and classes
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
