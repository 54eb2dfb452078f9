// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void malformed_data(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil data destination(float b[ny][nx] 3)
// CHECK: malformed_data.c:[[@LINE-1]]:22: error: the lists of arrays of 'data' are not understood; write data source(float A[NZ][NY][NX]) destination(float B[NZ][NY][NX])
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
