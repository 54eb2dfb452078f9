// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four stages of a Runge-Kutta step: by rows and columns, and between them by functions over all elements, whose number
// is a product of a struct's members.
// READING
// RANK: 2
// RUN-ARGS: 17 23 @
// RUN-ARGS: 9 12 @
// NO-DIAMOND
#include "dump.h"

typedef struct {
  int nx, ny;
  double d, *u;
} field;

static void rhs(const field *f, const double *u, double *k) {
  const int nx = f->nx, ny = f->ny;
  for (int i = 0; i < nx; i++) {
    const int im = i == 0 ? nx - 1 : i - 1, ip = i == nx - 1 ? 0 : i + 1;
    for (int j = 0; j < ny; j++) {
      const int jm = j == 0 ? ny - 1 : j - 1, jp = j == ny - 1 ? 0 : j + 1;
      k[i * ny + j] = f->d * (u[im * ny + j] + u[ip * ny + j] + u[i * ny + jm] + u[i * ny + jp] - 4 * u[i * ny + j]);
    }
  }
}

static void axpy(int n, double a, const double *x, const double *y, double *z) {
  for (int i = 0; i < n; i++)
    z[i] = y[i] + a * x[i];
}

static void rk4(field *f, double dt, double *const k[4], double *tmp) {
  int n = f->nx * f->ny;
  rhs(f, f->u, k[0]);
  axpy(n, dt / 2, k[0], f->u, tmp);
  rhs(f, tmp, k[1]);
  axpy(n, dt / 2, k[1], f->u, tmp);
  rhs(f, tmp, k[2]);
  axpy(n, dt, k[2], f->u, tmp);
  rhs(f, tmp, k[3]);
  for (int i = 0; i < n; i++)
    f->u[i] += dt / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

int main(int argc, char **argv) {
  field f = {arg(argc, argv, 1, 17), arg(argc, argv, 2, 23), 0.2, NULL};
  const int steps = arg(argc, argv, 3, 7), n = f.nx * f.ny;
  double *k[4], *tmp = array(n, sizeof *tmp);
  f.u = array(n, sizeof *f.u);
  for (int m = 0; m < 4; m++)
    k[m] = array(n, sizeof *k[m]);
  fill_double(f.u, n, 1);
#pragma stencil
  for (int t = 0; t < steps; t++)
    rk4(&f, 0.1, k, tmp);
  dump("u", f.u, sizeof *f.u, n);
  return 0;
}
