// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step_variable(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil step(n:100)
// CHECK: step_variable.c:[[@LINE-1]]:22: error: 'step' names 'n', but the time loop counts with 't'; name that
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
