// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void malformed_step(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil step(100)
// CHECK: malformed_step.c:[[@LINE-1]]:17: error: the argument of 'step' is no variable with a number of steps; write step(t:100)
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
