// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void index(int n, int m, float *a, float *b) {
#pragma stencil
  for (int j = 0; j < m; j++) {
    int c = j * n + 1;
    for (int i = 1; i < n - 1; i++) {
      b[c] = a[c - 1] + a[c + 1];
      // CHECK: index_stepped.c:[[@LINE-1]]:16: error: 'c' is stepped from cell to cell, and not by the same amount in each round, so its value depends on the order of the cells; compute it from the loop variables, as in 'int c = j * nx + i'
      c += 1 + i % 2;
    }
  }
}
