// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void dimension_count(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil dimension(i, j, k)
// CHECK: dimension_count.c:[[@LINE-1]]:17: error: 'dimension' names 3 variables, but the region has 2 axes; name the loop's variable of each, x first or the slowest first
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
#pragma stencil end
}
