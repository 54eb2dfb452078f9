// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
// A flow is followed back, as games do, between the rounds of a solver.
#define AT(i, j) ((i) + (n + 2) * (j))

void advect(int n, float *d, const float *d0, const float *u, const float *v, float dt) {
#ifndef FOLLOWED
#pragma stencil
#endif
  for (int j = 1; j <= n; j++)
    for (int i = 1; i <= n; i++) {
      float x = i - dt * u[AT(i, j)], y = j - dt * v[AT(i, j)];
      if (x < 0.5f)
        x = 0.5f;
      if (x > n + 0.5f)
        x = n + 0.5f;
      if (y < 0.5f)
        y = 0.5f;
      if (y > n + 0.5f)
        y = n + 0.5f;
      int i0 = (int)x, j0 = (int)y;
      d[AT(i, j)] = (x - i0) * d0[AT(i0, j0)];
      // CHECK: subscript_of_data.c:[[@LINE-1]]:35: error: where this subscript leads depends on what arrays hold, so that any cell may be looked at; leave this nest out of the region
    }
}

void steps(int n, int count, float *d, float *d0, float *e, const float *u, const float *v) {
  for (int t = 0; t < count; t++) {
    advect(n, d, d0, u, v, 0.1f);
#ifdef FOLLOWED // what it says to do
#pragma stencil
#endif
    for (int k = 0; k < 20; k++) {
      for (int j = 1; j <= n; j++)
        for (int i = 1; i <= n; i++)
          e[AT(i, j)] = 0.25f * (d[AT(i - 1, j)] + d[AT(i + 1, j)] + d[AT(i, j - 1)] + d[AT(i, j + 1)]);
      for (int j = 1; j <= n; j++)
        for (int i = 1; i <= n; i++)
          d[AT(i, j)] = e[AT(i, j)];
    }
  }
}
