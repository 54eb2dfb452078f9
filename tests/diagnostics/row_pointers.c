// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void rows(int nx, int ny, int c, float ***a, float **b) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j][i] = a[j][c][i - 1] + a[j][c][i + 1];
      // CHECK: row_pointers.c:[[@LINE-1]]:17: error: the way through pointers to these rows of 'a' is not supported; select among tables in the leading dimensions, and behind them by numbers only
}
void exchanged_within(int nx, int ny, int steps, float **a, float **b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        b[j][i] = 2.0f * a[j][i];
    float *row = a[0];
    a[0] = a[1];
    // CHECK: row_pointers.c:[[@LINE-1]]:5: error: the way through pointers to these rows of 'a[0]' is not supported
    a[1] = row;
  }
}
void tables_exchanged(int nx, int steps, float **a, float **b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < nx - 1; i++) {
      b[0][i] = a[0][i - 1] + a[1][i];
      // CHECK: row_pointers.c:[[@LINE-1]]:{{[0-9]+}}: error: the way through pointers to these rows of
      b[1][i] = a[1][i - 1] + a[0][i];
    }
    float **swap = a;
    a = b;
    b = swap;
  }
}
