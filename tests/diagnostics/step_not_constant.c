// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step_not_constant(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil step(t:nx)
// CHECK: step_not_constant.c:[[@LINE-1]]:24: error: 'nx' is neither a number nor what the time loop counts to; write a number of steps that is usual for the program
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
