// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void index(int n, int m, float *a, float *b) {
#pragma stencil
  for (int j = 0; j < m; j++) {
    int c = j * n + 1;
    for (int i = 1; i < n - 1; i++) {
      b[c] = a[c - 1] + a[c + 1];
      // CHECK: index_stepped.c:[[@LINE-1]]:16: error: 'c' is stepped from cell to cell, not by one amount in each round, or for a value that is read after the region; compute it from the loop variables, as in 'int c = j * nx + i'
      c += 1 + i % 2;
    }
  }
}

int last(int n, int steps, float *a, float *b) {
  int k = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    k = 0;
    for (int i = 0; i < n; i++) {
      b[k] = a[k];
      k++;
      // CHECK: index_stepped.c:[[@LINE-1]]:7: error: 'k' is stepped from cell to cell, not by one amount in each round, or for a value that is read after the region
    }
  }
  return k;
}
