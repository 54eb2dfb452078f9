// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters that are declared before all loops, and cells that are left early or have empty arms: nothing reads the
// counters behind their loops, whichever way a round ends.
// READING
// RANK: 2
// REGION: @
// REGION: @
// RUN-ARGS: 23 17 @
// RUN-ARGS: 4 4 @
#include "dump.h"

#define DO(statement) do { statement; } while (0)

static void relax(int n, int m, float a[m][n], float b[m][n]) {
  int i, j;
  for (j = 1; j < m - 1; j++)
    for (i = 1; i < n - 1; i++) {
      if (a[j][i] > 0.75f)
        continue;
      b[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    }
}

static void called(int n, int m, int steps, float a[m][n], float b[m][n]) {
  int t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    relax(n, m, a, b);
    relax(n, m, b, a);
  }
}

static void written(int n, int m, int steps, float a[m][n], float b[m][n]) {
  int t, i, j;
  float s;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = 1; j < m - 1; j++) {
      if (j == 3)
        continue;
      for (i = 1; i < n - 1; i++) {
        s = 0;
        if (a[j][i] > 0) {
          s = a[j][i - 1];
        } else if (a[j][i] < -0.5f) {
        } else
          DO(s = a[j + 1][i]);
        if (i == 5)
          ;
        else
          b[j][i] = s;
      }
    }
    for (j = 1; j < m - 1; j++)
      for (i = 1; i < n - 1; i++) {
        if (a[j][i] > 0.5f || b[j][i] < -0.5f) {
          continue;
        }
        a[j][i] = b[j][i];
      }
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), m = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)n * m;
  float(*a)[n] = array(cells, sizeof(float)), (*b)[n] = array(cells, sizeof(float));
  fill_float(&a[0][0], cells, 21);
  fill_float(&b[0][0], cells, 22);
  called(n, m, steps, a, b);
  written(n, m, steps, a, b);
  dump("a", a, sizeof(float), cells);
  dump("b", b, sizeof(float), cells);
  return 0;
}
