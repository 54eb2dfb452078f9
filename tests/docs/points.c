// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code every eighth step: docs/design/host-code.md.
#include <stdio.h>
enum { N = 64 };
static float u[N][N], v[N][N];

static void save(float (*a)[N], int t) { fprintf(stderr, "host %d %g\n", t, a[3][4]); }

int main(void) {
  float (*a)[N] = u, (*b)[N] = v;
  u[3][3] = v[3][3] = 1;
#pragma stencil
  for (int t = 0; t < 20; t++) {
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        b[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    float (*tmp)[N] = a;
    a = b;
    b = tmp;
    if (t % 8 == 7)
      save(a, t);
  }
}
