// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void edge(int n, int steps, float *a, float *b) {
  float left = 0;
#pragma stencil schedule(overlap)
// CHECK: overlap_single_elements.c:[[@LINE-1]]:17: error: 'overlap' makes several steps at a time, but between the loops of a step a variable takes a single element of an array; use schedule sweep
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    b[0] = left;
    left = b[1];
    float *c = a;
    a = b;
    b = c;
  }
}
