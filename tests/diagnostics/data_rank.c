// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void data_rank(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil data source(float a[2][ny][nx])
// CHECK: data_rank.c:[[@LINE-1]]:35: error: 'a' has 2 dimensions in the code, not 3; write those of the code, the slowest first
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
