// Single elements whose places go with the step, made of others that lie elsewhere in each step.
// RUN: %kasane %s -o-dir %t --dump-after=frontend 2>&1 | FileCheck %s
void edges(int n, int steps, double (*a)[n], double (*b)[n]) {
#pragma stencil
  for (int k = 0; k < steps; k++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = a[i - 1][j] + a[i + 1][j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = 0.5 * b[i][j];
    // CHECK: stage y in [@t, @t + 1) x in [@t, @t + 1)
    // CHECK-NEXT: a[+0][+0] := a[+0][= 0]
    a[k][k] = a[k][0];
  }
}
