// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void data_extent(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil data source(float a[ny][nx + 1])
// CHECK: data_extent.c:[[@LINE-1]]:41: error: dimension 2 of 'a' is nx in the code, not nx + 1; write that of the code
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

void sections(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma tpace pipeline targetinout(b[0:ny][0:nx]) targetin(a[0:ny][0:nx - 1])
  // CHECK: data_extent.c:[[@LINE-1]]:70: error: dimension 2 of 'a' is nx in the code, not nx - 1; write that of the code
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
}

#define N 64
void size(float a[N][N], float b[N][N]) {
#pragma tpace pipeline size([0:N][0:N + 2])
  // CHECK: data_extent.c:[[@LINE-1]]:37: error: dimension 2 of 'a' is 64 in the code, not 66; write that of the code
  for (int j = 1; j < N - 1; j++)
    for (int i = 1; i < N - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
}
