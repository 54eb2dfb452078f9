// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void outside(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    b[0] = b[1];
    // CHECK: store_outside_nest.c:[[@LINE-1]]:5: error: this store stands in no loop over cells and is not supported there; move it out of the region
    float *c = a;
    a = b;
    b = c;
  }
}
