// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void cases(int nx, int ny, int nz, int steps, float (*a)[ny][nx], float (*b)[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
          int kk = k < 5 ? 5 - k : k - 5, jj = j < 5 ? 5 - j : j - 5, ii = i < 5 ? 5 - i : i - 5;
          b[k][j][i] = a[kk][jj][ii];
          // CHECK: subscript_too_many_cases.c:[[@LINE-1]]:24: error: the conditions in these subscripts select among more than 64 elements; select in two statements, or write the cells at the edges as loops of their own
        }
}
