// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// With note_loop_here.
void dimension_variable(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil dimension(j, i)
// CHECK: dimension_variable.c:[[@LINE-1]]:27: error: 'j' is named for axis x, but the loop along it counts with 'i'; name the variables of the loops, x (fastest in memory) first
// CHECK: dimension_variable.c:[[@LINE+3]]:7: note: the loop is here
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
