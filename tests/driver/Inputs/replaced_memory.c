// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each step takes new memory and frees what it replaces: in the loop, in a function that returns the new memory, behind
// a struct, cleared by calloc. The first memory may be too small for what comes: then the original loops run.
#include <stdio.h>
#include <stdlib.h>

static int arg(int argc, char **argv, int n, int usual) { return argc > n ? atoi(argv[n]) : usual; }
static void print(const double *u, int count) {
  for (int k = 0; k < count; k++)
    printf("%a\n", u[k]);
}

typedef struct {
  int nx, ny, made;
  double *u;
} Grid;

static double *smoothed(double *old, int nx, int ny) {
  double *next = malloc(sizeof(double) * nx * ny);
  if (!next)
    exit(1);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      next[j * nx + i] = i == 0 || j == 0 || i == nx - 1 || j == ny - 1
                             ? old[j * nx + i]
                             : 0.25 * (old[j * nx + i - 1] + old[j * nx + i + 1] + old[(j - 1) * nx + i] +
                                       old[(j + 1) * nx + i]);
  free(old);
  return next;
}

static void step(Grid *grid, int nx, int ny) {
  double *old = grid->u;
  double *next = calloc(nx * ny, sizeof *next);
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      next[j * nx + i] = 0.2 * (old[j * nx + i] + old[j * nx + i - 1] + old[j * nx + i + 1] + old[(j - 1) * nx + i] +
                                old[(j + 1) * nx + i]);
  free(old);
  grid->u = next;
  grid->made++;
}

// What no step frees may lie anywhere.
static double *relaxed(double *u, int n, double end, double step) {
#pragma stencil
  for (double at = 0; at < end; at += step) {
    double *v = malloc(n * sizeof *v);
    v[0] = u[0];
    v[n - 1] = u[n - 1];
    for (int k = 1; k < n - 1; k++)
      v[k] = 0.5 * (u[k - 1] + u[k + 1]);
    free(u);
    u = v;
  }
  return u;
}

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 29), steps = arg(argc, argv, 2, 7), ny = arg(argc, argv, 3, 23);
  // Less than the steps take, where the last argument says so.
  double *u = malloc((nx * ny - arg(argc, argv, 4, 0)) * sizeof *u), moved = 0;
  for (int k = 0; k < nx * ny - arg(argc, argv, 4, 0); k++)
    u[k] = 0.25 * (k * 7 % 23);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    double *v = malloc(nx * ny * sizeof *v);
    for (int j = 0; j < ny; j++) {
      v[j * nx] = u[j * nx];
      v[j * nx + nx - 1] = u[j * nx + nx - 1];
    }
    for (int i = 1; i < nx - 1; i++) {
      v[i] = u[i];
      v[(ny - 1) * nx + i] = u[(ny - 1) * nx + i];
    }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j * nx + i] = 0.5 * u[j * nx + i] + 0.125 * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] +
                                                       u[(j + 1) * nx + i]);
    free(u);
    u = v;
    moved += 0.5;
  }
  print(u, nx * ny);

#pragma stencil
  for (int t = 0; t < steps; t++)
    u = smoothed(u, nx, ny);
  print(u, nx * ny);

  Grid grid = {nx, ny, 0, u};
#pragma stencil
  for (int t = 0; t < steps; t++)
    step(&grid, nx, ny);
  print(grid.u, nx * ny);
  grid.u = relaxed(grid.u, nx * ny, 1, 0.25);
  print(grid.u, nx * ny);
  double *nowhere = (double *)16;
  nowhere = relaxed(nowhere, nx * ny, 0, 0.25);
  free(grid.u);
  grid.made += nowhere != (double *)16;
  return grid.made != steps || moved != 0.5 * steps;
}
