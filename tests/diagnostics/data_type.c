// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void data_type(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil data source(double a[ny][nx])
// CHECK: data_type.c:[[@LINE-1]]:29: error: the elements of 'a' are float in the code, not double; write the type of the code
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
