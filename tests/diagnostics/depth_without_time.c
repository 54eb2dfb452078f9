// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int n, float *a, float *b) {
#pragma stencil schedule(overlap) depth(2)
// CHECK: depth_without_time.c:[[@LINE-1]]:35: error: depth 2 needs a time loop, and this region has none; put the directive before the time loop or drop the depth
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
