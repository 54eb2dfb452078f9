/* A V-cycle whose smoother is called on every level, from 65 x 65 down to 5 x 5. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct level {
  int n;
  double h, *u, *f, *t;
} level;

static double *grid(int n) { return calloc((size_t)n * n, sizeof(double)); }

static void smooth(level *l, int sweeps) {
  const int n = l->n;
  const double h2 = l->h * l->h, w = 0.8;
  double *u = l->u, *t = l->t, *f = l->f;
#pragma stencil
  for (int s = 0; s < sweeps; s++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        t[j * n + i] = u[j * n + i] + w * (0.25 * (u[j * n + i - 1] + u[j * n + i + 1] + u[(j - 1) * n + i] + u[(j + 1) * n + i] + h2 * f[j * n + i]) - u[j * n + i]);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        u[j * n + i] = t[j * n + i];
  }
}

static void cycle(level *levels, int k, int last) {
  level *l = &levels[k];
  smooth(l, k == last ? 30 : 3);
  if (k == last)
    return;
  level *c = &levels[k + 1];
  int n = l->n, m = c->n;
  for (int j = 1; j < m - 1; j++)
    for (int i = 1; i < m - 1; i++) {
      int p = 2 * j * n + 2 * i;
      c->f[j * m + i] = l->f[p] + (l->u[p - 1] + l->u[p + 1] + l->u[p - n] + l->u[p + n] - 4 * l->u[p]) / (l->h * l->h);
      c->u[j * m + i] = 0;
    }
  cycle(levels, k + 1, last);
  for (int j = 1; j < m; j++)
    for (int i = 1; i < m; i++) {
      double a = c->u[j * m + i], b = c->u[j * m + i - 1], d = c->u[(j - 1) * m + i], e = c->u[(j - 1) * m + i - 1];
      int p = 2 * j * n + 2 * i;
      if (j < m - 1 && i < m - 1)
        l->u[p] += a;
      if (j < m - 1)
        l->u[p - 1] += 0.5 * (a + b);
      if (i < m - 1)
        l->u[p - n] += 0.5 * (a + d);
      l->u[p - n - 1] += 0.25 * (a + b + d + e);
    }
  smooth(l, 3);
}

int main(void) {
  level levels[5];
  int count = 0;
  for (int n = 65; n >= 5; n = (n + 1) / 2, count++) {
    level *l = &levels[count];
    l->n = n;
    l->h = 1.0 / (n - 1);
    l->u = grid(n);
    l->f = grid(n);
    l->t = grid(n);
  }
  for (int j = 1; j < 64; j++)
    for (int i = 1; i < 64; i++)
      levels[0].f[j * 65 + i] = sin(0.1 * i) * cos(0.05 * j);
  for (int c = 0; c < 4; c++) {
    cycle(levels, 0, count - 1);
    printf("cycle %d: %.15e\n", c, levels[0].u[32 * 65 + 32]);
  }
  for (int k = 0; k < count; k++)
    free(levels[k].u), free(levels[k].f), free(levels[k].t);
  return 0;
}
