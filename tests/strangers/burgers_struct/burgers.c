/* viscous Burgers 2D, arrays in one big static struct, upwind by ternaries, dt adapt with while and total time, double eps */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define NX 41
#define NY 37
#define FOR_INNER                                                                                                      \
  for (int j = 1; j < NY - 1; ++j)                                                                                     \
    for (int i = 1; i < NX - 1; ++i)
struct field {
  double a[NY][NX];
};
static struct field u, v, un, vn;
#define DX(f) (f.a[j][i] > 0 ? f.a[j][i] - f.a[j][i - 1] : f.a[j][i + 1] - f.a[j][i])
int main(void) {
  double dx = 2.0 / (NX - 1), nu = 0.01, t = 0, dt = 0.001;
  int it = 0;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      u.a[j][i] = v.a[j][i] = 1;
      if (j > 8 && j < 18 && i > 8 && i < 20)
        u.a[j][i] = v.a[j][i] = 2;
    }
#pragma stencil
  while (t < 0.05 - 1e-12) {
    un = u;
    vn = v;
    FOR_INNER {
      double ux = un.a[j][i] > 0 ? un.a[j][i] - un.a[j][i - 1] : un.a[j][i + 1] - un.a[j][i];
      double uy = vn.a[j][i] > 0 ? un.a[j][i] - un.a[j - 1][i] : un.a[j + 1][i] - un.a[j][i];
      double vx = un.a[j][i] > 0 ? vn.a[j][i] - vn.a[j][i - 1] : vn.a[j][i + 1] - vn.a[j][i];
      double vy = vn.a[j][i] > 0 ? vn.a[j][i] - vn.a[j - 1][i] : vn.a[j + 1][i] - vn.a[j][i];
      u.a[j][i] =
          un.a[j][i] - dt / dx * (un.a[j][i] * ux + vn.a[j][i] * uy) +
          nu * dt / (dx * dx) * (un.a[j][i + 1] + un.a[j][i - 1] + un.a[j + 1][i] + un.a[j - 1][i] - 4 * un.a[j][i]);
      v.a[j][i] =
          vn.a[j][i] - dt / dx * (un.a[j][i] * vx + vn.a[j][i] * vy) +
          nu * dt / (dx * dx) * (vn.a[j][i + 1] + vn.a[j][i - 1] + vn.a[j + 1][i] + vn.a[j - 1][i] - 4 * vn.a[j][i]);
    }
    t += dt;
    it += 1;
  }
  printf("%d %.17g %.17g %.17g\n", it, t, u.a[12][15], v.a[20][20]);
  return 0;
}
