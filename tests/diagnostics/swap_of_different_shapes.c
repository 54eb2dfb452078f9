// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void shapes(int nx, int ny, int steps, float (*a)[nx], float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j * nx + i] = a[j][i - 1] + a[j][i + 1];
    float *c = (float *)a;
    a = (float (*)[nx])b;
    // CHECK: swap_of_different_shapes.c:[[@LINE-1]]:5: error: 'a' and 'b' are exchanged but have different types or sizes; declare them alike
    b = c;
  }
}

#else // what it says to do
void followed(int n, int steps, float (*a)[n], float (*b)[n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i - 1];
    float (*w)[n] = a;
    a = b;
    b = w;
  }
}
#endif
