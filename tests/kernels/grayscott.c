// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two reacting fields, both swapped; local scalars shared by the two updates.
// RANK: 2
// RUN-ARGS: 29 31 @
// RUN-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 29), h = arg(argc, argv, 2, 31), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)w * h;
  float *u = array(cells, sizeof *u), *v = array(cells, sizeof *v);
  float *un = array(cells, sizeof *u), *vn = array(cells, sizeof *v);
  const float Du = 0.16f, Dv = 0.08f, F = 0.035f, k = 0.065f;
  fill_float(u, cells, 26);
  fill_float(v, cells, 27);
  fill_float(un, cells, 28);
  fill_float(vn, cells, 29);

#pragma stencil
  for (int step = 0; step < steps; step++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        const float uc = u[y * w + x], vc = v[y * w + x];
        const float lu = u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x] - 4 * uc;
        const float lv = v[y * w + x - 1] + v[y * w + x + 1] + v[(y - 1) * w + x] + v[(y + 1) * w + x] - 4 * vc;
        const float uvv = uc * vc * vc;
        un[y * w + x] = uc + (Du * lu - uvv + F * (1 - uc));
        vn[y * w + x] = vc + (Dv * lv + uvv - (F + k) * vc);
      }
    float *s = u;
    u = un;
    un = s;
    s = v;
    v = vn;
    vn = s;
  }

  dump("u", u, sizeof *u, cells);
  dump("v", v, sizeof *v, cells);
  dump("un", un, sizeof *un, cells);
  dump("vn", vn, sizeof *vn, cells);
  return 0;
}
