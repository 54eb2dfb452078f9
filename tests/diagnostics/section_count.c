// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void section_count(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float (*c)[nx]) {
#pragma tpace pipeline halo([1:1])
// CHECK: section_count.c:[[@LINE-1]]:24: error: 'halo' has 1 axes, but the region has 2; write one pair in brackets for each, the slowest first
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = c[j][i] * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}
