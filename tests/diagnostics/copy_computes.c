// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void copy_computes(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
  for (int t = 0; t < steps; t++) {
#pragma stencil copy
// CHECK: copy_computes.c:[[@LINE-1]]:17: error: the nest under 'copy' does more than copy the cells of one array into another; write 'calc' there
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
#pragma stencil end
}
