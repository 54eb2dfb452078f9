/* Shallow water on a sloping beach, by faces: each face gives what flows through it to the cells on both sides.
   Dry cells pass nothing on. Course work, first order in space and time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOR(i, n) for (int i = 0; i < (n); i++)

static const double g = 9.81, dry = 1e-4;

typedef struct {
  double *h, *hu, *hv, *z;    /* depth, momentum, bed */
  double *dh, *dhu, *dhv;     /* what a step adds */
  double *old;
} Water;

static double positive(double x) { return x > 0 ? x : 0; }

static void east_faces(int nx, int ny, const double *h, const double *hu, const double *z, double *dh, double *dhu,
                       double dt) {
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx - 1; i++) {
      int left = j * nx + i, right = j * nx + i + 1;
      if (h[left] > dry || h[right] > dry) {
        double fall = (h[left] + z[left]) - (h[right] + z[right]);
        double flow = dt * (0.5 * (hu[left] + hu[right]) + 0.1 * fall);
        if (flow > 0) {
          if (h[left] > dry) {
            dh[left] -= flow;
            dh[right] += flow;
          }
        } else {
          if (h[right] > dry) {
            dh[left] -= flow;
            dh[right] += flow;
          }
        }
        if (fall > 0)
          dhu[right] += 0.25 * g * dt * fall;
        else
          dhu[left] += 0.25 * g * dt * fall;
      }
    }
}

static void north_faces(int nx, int ny, const double *h, const double *hv, const double *z, double *dh, double *dhv,
                        double dt) {
  for (int j = 0; j < ny - 1; j++)
    for (int i = 0; i < nx; i++) {
      int below = j * nx + i, above = (j + 1) * nx + i;
      double fall = (h[below] + z[below]) - (h[above] + z[above]);
      if (h[below] > dry && h[above] > dry) {
        double flow = dt * (0.5 * (hv[below] + hv[above]) + 0.1 * fall);
        dh[below] -= flow;
        dh[above] += flow;
        dhv[below] += 0.125 * g * dt * fall;
        dhv[above] += 0.125 * g * dt * fall;
      }
    }
}

static void update(int nx, int ny, Water *w, double *mass, double *deepest) {
  *mass = 0.0;
  *deepest = 0.0;
  for (int k = 0; k < nx * ny; k++) {
    w->h[k] = positive(w->h[k] + w->dh[k]);
    w->hu[k] = 0.999 * (w->hu[k] + w->dhu[k]);
    w->hv[k] = 0.999 * (w->hv[k] + w->dhv[k]);
    *mass = *mass + w->h[k];
    *deepest = fmax(*deepest, w->h[k]);
  }
  memset(w->dh, 0, nx * ny * sizeof(double));
  memset(w->dhu, 0, nx * ny * sizeof(double));
  memset(w->dhv, 0, nx * ny * sizeof(double));
  memcpy(w->old, w->h, nx * ny * sizeof(double));
}

static double *field(int cells) {
  double *p = calloc(cells, sizeof(double));
  if (!p) {
    fprintf(stderr, "no memory\n");
    exit(1);
  }
  return p;
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 48, ny = nx - 7, steps = argc > 2 ? atoi(argv[2]) : 60, cells = nx * ny;
  Water water = {field(cells), field(cells), field(cells), field(cells),
                 field(cells), field(cells), field(cells), field(cells)};
  Water *w = &water;
  double mass, deepest, dt = 0.01;
  FOR(j, ny) FOR(i, nx) {
    w->z[j * nx + i] = 0.05 * i;
    w->h[j * nx + i] = positive(0.8 - 0.05 * i + (j > ny / 2 ? 0.3 : 0));
  }
#pragma stencil
  FOR(t, steps) {
    east_faces(nx, ny, w->h, w->hu, w->z, w->dh, w->dhu, dt);
    north_faces(nx, ny, w->h, w->hv, w->z, w->dh, w->dhv, dt);
    update(nx, ny, w, &mass, &deepest);
    if (t % 20 == 0)
      printf("step %d: mass %.12f, deepest %.12f\n", t, mass, deepest);
  }
  printf("mass %.15g\n", mass);
  FOR(j, ny) printf("%.12f %.12f\n", w->h[j * nx + nx / 3], w->old[j * nx + nx / 2]);
  return 0;
}
