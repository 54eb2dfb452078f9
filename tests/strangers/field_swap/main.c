/* Heat equation in two dimensions; the fields are exchanged as whole structs. Usage: heat NX NY STEPS */
#include "field.h"

#include <stdio.h>
#include <stdlib.h>

static void set_up(field *f, int nx, int ny) {
  f->nx = nx;
  f->ny = ny;
  f->dx = f->dy = 0.01;
  f->data = malloc(sizeof(double) * (nx + 2) * (ny + 2));
  for (int i = 0; i < nx + 2; i++)
    for (int j = 0; j < ny + 2; j++)
      f->data[i * (ny + 2) + j] = i == 0 ? 85.0 : i == nx + 1 ? 5.0 : j == 0 ? 20.0 : j == ny + 1 ? 70.0
                                                                               : 5.0 + (i * 3 + j) % 60;
}

static void swap_fields(field *a, field *b) {
  field tmp = *a;
  *a = *b;
  *b = tmp;
}

static void evolve(field *curr, const field *prev, double a, double dt) {
  double dx2 = prev->dx * prev->dx, dy2 = prev->dy * prev->dy;
  int width = curr->ny + 2;
  for (int i = 1; i < curr->nx + 1; i++)
    for (int j = 1; j < curr->ny + 1; j++) {
      int c = i * width + j;
      curr->data[c] = prev->data[c] +
                      a * dt * ((prev->data[c + width] - 2.0 * prev->data[c] + prev->data[c - width]) / dx2 +
                                (prev->data[c + 1] - 2.0 * prev->data[c] + prev->data[c - 1]) / dy2);
    }
}

static void simulate(field *curr, field *prev, int steps) {
  const double a = 0.5, dt = 0.00004;
#pragma stencil
  for (int it = 1; it <= steps; it++) {
    evolve(curr, prev, a, dt);
    swap_fields(curr, prev);
    if (it % 5 == 0)
      printf("%d: %.12f\n", it, prev->data[prev->ny + 2 + 3]);
  }
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 40, ny = argc > 2 ? atoi(argv[2]) : 30, steps = argc > 3 ? atoi(argv[3]) : 11;
  field current, previous;
  set_up(&current, nx, ny);
  set_up(&previous, nx, ny);
  simulate(&current, &previous, steps);
  for (int i = 0; i < nx + 2; i += 7)
    printf("%.15e %.15e\n", previous.data[i * (ny + 2) + ny / 2], current.data[i * (ny + 2) + ny / 2]);
  free(current.data);
  free(previous.data);
  return 0;
}
