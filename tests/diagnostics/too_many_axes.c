// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static float a[3][4][5][6][7], b[3][4][5][6][7];
void axes(void) {
#pragma stencil
  for (int m = 0; m < 3; m++)
  // CHECK: too_many_axes.c:[[@LINE-1]]:3: error: this nest has more than three loops over cells; write the iterations of the shortest one out
    for (int l = 0; l < 4; l++)
      for (int k = 0; k < 5; k++)
        for (int j = 0; j < 6; j++)
          for (int i = 0; i < 7; i++)
            b[m][l][k][j][i] = 2.0f * a[m][l][k][j][i];
}

// A ring's index in the fourth loop, of a function that the cells of a nest call.
static void ring(int n, const double *in, double *out) {
  for (int j = 0; j < n; j++) {
    int up = j == 0 ? n - 1 : j - 1;
    for (int i = 0; i < n; i++)
      out[j * n + i] = in[up * n + i];
  }
}
void called(int n, int steps, double *u, const double *v, double *w) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 0; j < n; j++)
    // CHECK: too_many_axes.c:[[@LINE-1]]:5: error: this nest has more than three loops over cells
      for (int i = 0; i < n; i++) {
        double x = v[j * n + i];
        ring(n, u, w);
      }
}
