// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#define MIN(a, b) ((a) < (b) ? (a) : (b))
void ahead(int n, int size, int steps, float u[n][n], float v[n][n]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
#ifndef FOLLOWED
    for (int jj = 0; jj < n - 1; jj += size)
      for (int ii = 1; ii < n; ii += size)
        for (int j = jj; j < MIN(jj + size, n - 1); j++)
          for (int i = ii; i < MIN(ii + size, n); i++)
            u[j][i] = 0.5f * (u[j][i] + u[j + 1][i - 1]);
// CHECK: order_of_tiles.c:[[@LINE-1]]:41: error: what 'u' is here depends on the order of the cells, which loops over tiles change from tile to tile; store to a second array and swap the two after the nest, collect in loops of their own, or write the loops without tiles
// CHECK: order_of_tiles.c:[[@LINE-2]]:13: note: 'u' is stored here
#else // what it says to do
    for (int j = 0; j < n - 1; j++)
      for (int i = 1; i < n; i++)
        u[j][i] = 0.5f * (u[j][i] + u[j + 1][i - 1]);
#endif
}

double total(int n, int size, int steps, float (*u)[n], float (*v)[n]) {
  double sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int jj = 0; jj < n; jj += size)
      for (int ii = 0; ii < n; ii += size)
        for (int j = jj; j < MIN(jj + size, n); j++)
#ifndef FOLLOWED
// CHECK: order_of_tiles.c:[[@LINE-2]]:9: error: what 'sum' is here
#endif
          for (int i = ii; i < MIN(ii + size, n); i++) {
            v[j][i] = u[j][i];
#ifndef FOLLOWED
            sum += v[j][i];
#endif
          }
#ifdef FOLLOWED
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        sum += v[j][i];
#endif
    float(*w)[n] = u;
    u = v;
    v = w;
  }
  return sum;
}
