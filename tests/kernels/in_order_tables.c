// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables whose cells are made from those above and before them, without a time loop: the longest common subsequence,
// the best local alignment, sums of all that is above and before, distances that are swept from two corners.
// STEPS: 1
// NO-TIME-LOOP
// REGION: 1
// REGION: 1
// REGION: 1
// REGION: 1
// SWEEP-ONLY
// NO-DIAMOND
// RUN-ARGS: 47 33
// RUN-ARGS: 1 200
// WHOLE: cells come in the order of the loops
#include "dump.h"

static int most(int a, int b) { return a > b ? a : b; }

static void align(int n, int m, const char *a, const char *b, int (*h)[m + 1]) {
#pragma stencil
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int best = h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2);
      best = most(best, h[i - 1][j] - 1);
      best = most(best, h[i][j - 1] - 1);
      h[i][j] = most(best, 0);
    }
}

static void distances(int n, int m, float (*d)[m]) {
#pragma stencil
  {
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m - 1; j++) {
        float least = d[i][j - 1] + 1.0f;
        if (d[i - 1][j] + 1.0f < least)
          least = d[i - 1][j] + 1.0f;
        if (d[i - 1][j - 1] + 1.5f < least)
          least = d[i - 1][j - 1] + 1.5f;
        if (d[i - 1][j + 1] + 1.5f < least)
          least = d[i - 1][j + 1] + 1.5f;
        if (least < d[i][j])
          d[i][j] = least;
      }
    for (int i = n - 2; i >= 0; i--)
      for (int j = m - 2; j >= 1; j--) {
        float least = d[i][j + 1] + 1.0f;
        if (d[i + 1][j] + 1.0f < least)
          least = d[i + 1][j] + 1.0f;
        if (d[i + 1][j - 1] + 1.5f < least)
          least = d[i + 1][j - 1] + 1.5f;
        if (least < d[i][j])
          d[i][j] = least;
      }
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 47) + 2, m = arg(argc, argv, 2, 33) + 2;
  size_t cells = (size_t)(n + 1) * (m + 1);
  char *a = array((size_t)n, 1), *b = array((size_t)m, 1);
  int(*l)[m + 1] = array(cells, sizeof(int)), (*h)[m + 1] = array(cells, sizeof(int));
  long(*s)[m] = array((size_t)n * m, sizeof(long));
  float(*d)[m] = array((size_t)n * m, sizeof(float));
  for (int i = 0; i < n; i++)
    a[i] = (char)('a' + (i * 7 + i / 3) % 4);
  for (int j = 0; j < m; j++)
    b[j] = (char)('a' + (j * 5 + j / 4) % 4);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      d[i][j] = (i * 13 + j * 7) % 31 == 0 ? 0.0f : 1000.0f;
#pragma stencil
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      if (a[i - 1] == b[j - 1])
        l[i][j] = l[i - 1][j - 1] + 1;
      else
        l[i][j] = l[i - 1][j] > l[i][j - 1] ? l[i - 1][j] : l[i][j - 1];
  align(n, m, a, b, h);
#pragma stencil
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      s[i][j] = l[i][j] + s[i][j - 1] + s[i - 1][j] - s[i - 1][j - 1];
  distances(n, m, d);
  dump("l", l, sizeof(int), cells);
  dump("h", h, sizeof(int), cells);
  dump("s", s, sizeof(long), (size_t)n * m);
  dump("d", d, sizeof(float), (size_t)n * m);
  free(a);
  free(b);
  free(l);
  free(h);
  free(s);
  free(d);
  return 0;
}
