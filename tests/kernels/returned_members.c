// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of structs that functions return: of the step's own function in a condition, of a cell's, of a member's.
// RANK: 2
// COUNTS-STEPS
// NO-DIAMOND
// RUN-ARGS: 23 17 @
#include "dump.h"

#include <math.h>

typedef struct {
  double most, sum;
} change;
typedef struct {
  double x, y;
} pair;
typedef struct {
  pair flow;
  double speed;
} state;

static pair flux(int nx, double u[][nx], int j, int i) {
  pair f = {0.1 * (u[j][i] - u[j][i - 1]), 0.2 * (u[j][i] - u[j - 1][i])};
  return f;
}

static state stateOf(double here, double there) {
  if (here > there)
    return (state){{here - there, there}, 0.5};
  state s;
  s.flow.x = here;
  s.flow.y = 0.25 * there;
  s.speed = 2;
  return s;
}

static change step(int nx, int ny, double u[][nx], double v[][nx]) {
  change c = {0, 0};
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      v[j][i] = u[j][i] + flux(nx, u, j, i + 1).x - flux(nx, u, j, i).x + flux(nx, u, j + 1, i).y -
                flux(nx, u, j, i).y + 0.01 * stateOf(u[j][i], u[j][i - 1]).flow.y -
                0.01 * stateOf(u[j][i + 1], u[j][i]).speed;
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      c.most = fmax(c.most, fabs(v[j][i] - u[j][i]));
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      u[j][i] = v[j][i];
  return c;
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7), t;
  size_t size = (size_t)nx * ny;
  double(*u)[nx] = array(size, sizeof(double)), (*v)[nx] = array(size, sizeof(double));
  fill_double(&u[0][0], size, 3);
  fill_double(&v[0][0], size, 4);

#pragma stencil
  for (t = 0; t < steps; t++)
    if (step(nx, ny, u, v).most < 1e-3)
      break;

  dump("u", u, sizeof(double), size);
  printf("steps %d\n", t < steps ? t + 1 : t);
  return 0;
}
