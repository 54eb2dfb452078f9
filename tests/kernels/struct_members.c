// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays, pointers, sizes and scalars that are members of structs, reached by value, through pointers and through nesting.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 3 @
// TINY-ARGS: 2 5 @
#include "dump.h"

struct Field {
  double v[30][40];
};
struct Model {
  struct {
    int nx, ny;
    double dt;
  } grid;
  struct Field now, next;
  float *flat, *other;
  double (*rows)[40];
};

static struct Model model;

int main(int argc, char **argv) {
  struct Model *m = &model, local;
  m->grid.nx = arg(argc, argv, 1, 37);
  m->grid.ny = arg(argc, argv, 2, 29);
  m->grid.dt = 0.125;
  int steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)m->grid.nx * m->grid.ny;
  m->flat = array(cells, sizeof(float));
  m->other = array(cells, sizeof(float));
  m->rows = array(30, sizeof *m->rows);
  fill_float(m->flat, cells, 3);
  fill_float(m->other, cells, 4);
  fill_double(&m->now.v[0][0], 1200, 5);
  fill_double(&m->next.v[0][0], 1200, 6);
  fill_double(&m->rows[0][0], 1200, 7);
  local = model;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < m->grid.ny - 1; j++)
      for (int i = 1; i < m->grid.nx - 1; i++) {
        int c = j * m->grid.nx + i;
        m->other[c] = 0.5f * m->flat[c] + (float)m->grid.dt * (m->flat[c - 1] + m->flat[c + m->grid.nx]);
        local.next.v[j][i] = local.now.v[j][i] + m->rows[j][i - 1] * local.grid.dt + m->flat[c];
      }
    for (int j = 1; j < m->grid.ny - 1; j++)
      for (int i = 1; i < m->grid.nx - 1; i++)
        local.now.v[j][i] = 0.5 * local.next.v[j][i] + 0.25 * (local.next.v[j][i + 1] + local.next.v[j - 1][i]);
    float *swap = m->flat;
    m->flat = m->other;
    m->other = swap;
  }

  dump("flat", m->flat, sizeof(float), cells);
  dump("other", m->other, sizeof(float), cells);
  dump("now", &local.now, sizeof(struct Field), 1);
  dump("next", &local.next, sizeof(struct Field), 1);
  return 0;
}
