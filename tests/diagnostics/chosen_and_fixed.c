// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// u and v change places in every step; what a region does to one of them by its own name it does to another array each time.
void arms(int ny, int nx, double *u, double *v, int n) {
#pragma stencil
  for (int t = 0; t < n; t++) {
    double *in = t % 2 ? v : u, *out = t % 2 ? u : v;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        out[j * nx + i] = in[(j - 1) * nx + i] + in[(j + 1) * nx + i];
    for (int i = 0; i < nx; i++)
      v[i] = 0;
      // CHECK: chosen_and_fixed.c:[[@LINE-1]]:7: error: elsewhere in the region the step chooses between 'v' and other arrays, so that this is another one of them in each step; choose it by the step here, too
  }
}

double u[2][40][50];

void levels(int n) {
#pragma stencil
  for (int t = 0; t < n; t++) {
    for (int j = 1; j < 39; j++)
      for (int i = 1; i < 49; i++)
        u[(t + 1) % 2][j][i] = u[t % 2][j - 1][i] + u[t % 2][j + 1][i];
    for (int i = 0; i < 50; i++)
      u[0][0][i] = 0;
      // CHECK: chosen_and_fixed.c:[[@LINE-1]]:7: error: elsewhere in the region the step chooses between 'u[0]' and other arrays
  }
}
