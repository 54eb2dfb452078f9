// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void halo_reach(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float (*c)[nx]) {
#pragma tpace pipeline halo([1:1][0:1])
// CHECK: halo_reach.c:[[@LINE-1]]:35: error: along 'i' the region reads 1 cells before and 1 behind its own, not 0 and 1; write [1:1]
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = c[j][i] * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}
