// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void axes(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float *row) {
#pragma stencil schedule(overlap) depth(2)
// CHECK: overlap_needs_axes.c:[[@LINE-1]]:17: error: 'overlap' needs every written array to have all 2 axes, and 'row' has fewer; use schedule sweep
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < nx; i++)
      row[i] = 0.5f * row[i];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j - 1][i] * row[i] + a[j + 1][i];
    float (*c)[nx] = a;
    a = b;
    b = c;
  }
}
