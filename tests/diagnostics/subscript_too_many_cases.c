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
// Conditions on data, of which any may hold: refused as early as the seventh, however many there are.
void wavering(int nx, float *a, float *b, const float *c) {
#pragma stencil
  for (int i = 1; i < nx - 1; i++) {
    int e = i;
    if (c[i] > 1) e = i + 1;
    if (c[i] > 2) e = i - 1;
    if (c[i] > 3) e = i + 1;
    if (c[i] > 4) e = i - 1;
    if (c[i] > 5) e = i + 1;
    if (c[i] > 6) e = i - 1;
    if (c[i] > 7) e = i + 1;
    if (c[i] > 8) e = i - 1;
    if (c[i] > 9) e = i + 1;
    if (c[i] > 10) e = i - 1;
    if (c[i] > 11) e = i + 1;
    if (c[i] > 12) e = i - 1;
    if (c[i] > 13) e = i + 1;
    if (c[i] > 14) e = i - 1;
    if (c[i] > 15) e = i + 1;
    if (c[i] > 16) e = i - 1;
    if (c[i] > 17) e = i + 1;
    if (c[i] > 18) e = i - 1;
    b[i] = a[e];
    // CHECK: subscript_too_many_cases.c:[[@LINE-1]]:14: error: the conditions in these subscripts select among more than 64 elements
  }
}
