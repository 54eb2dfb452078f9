// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void section_begin(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float (*c)[nx]) {
#pragma tpace pipeline size([1:ny][0:nx])
// CHECK: section_begin.c:[[@LINE-1]]:30: error: whole arrays are streamed, so a section begins with 0, not with 1; write [0:ny]
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = c[j][i] * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}
