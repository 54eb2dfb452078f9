// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void malformed_size(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float (*c)[nx]) {
#pragma tpace pipeline size(ny, nx)
// CHECK: malformed_size.c:[[@LINE-1]]:24: error: the argument of 'size' is no list of extents; write size([0:NY][0:NX]), the slowest axis first
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = c[j][i] * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}
