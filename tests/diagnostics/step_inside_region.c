// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step_inside_region(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
  for (int t = 0; t < steps; t++) {
#pragma stencil step(t:100)
// CHECK: step_inside_region.c:[[@LINE-1]]:22: error: 'step' stands inside of the loops; put it before the time loop
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
#pragma stencil end
}
