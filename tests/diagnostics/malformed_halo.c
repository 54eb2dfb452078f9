// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void malformed_halo(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float (*c)[nx]) {
#pragma tpace pipeline halo([1:1][1:nx])
// CHECK: malformed_halo.c:[[@LINE-1]]:35: error: the argument of 'halo' is no list of distances; write halo([1:1][1:1]), the cells before and behind along each axis, the slowest first
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = c[j][i] * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}
