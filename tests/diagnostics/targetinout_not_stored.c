// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void targetinout_not_stored(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float (*c)[nx]) {
#pragma tpace pipeline targetinout(a, b, c)
// CHECK: targetinout_not_stored.c:[[@LINE-1]]:42: error: 'c' is in 'targetinout', but the region does not store to it; move it to 'targetin'
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = c[j][i] * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}
