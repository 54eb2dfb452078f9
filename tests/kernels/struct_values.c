// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs as values: functions that return compound literals, of their own results too; members exchanged in one
// assignment; structs that conditions choose, which look at what they are stored in.
// READING
// RANK: 2
// RUN-ARGS: 21 17 @
// WHOLE-AT-HOME: don't lie one behind the other
#include "dump.h"

typedef struct {
  float x, y, z;
} vec;

static inline vec add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec scale(vec a, float s) { return (vec){a.x * s, a.y * s, a.z * s}; }
static inline vec turned(vec a) { return (vec){a.y, a.z, a.x}; }
static inline vec limited(vec a) {
  float size = a.x * a.x + a.y * a.y;
  if (size > 0.25f)
    return (vec){a.y, a.x, 0.0f};
  return scale(a, 1 - size);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 21), ny = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7);
  vec *p = array((size_t)nx * ny, sizeof *p), *q = array((size_t)nx * ny, sizeof *q);
  fill_float(&p[0].x, (size_t)nx * ny * 3, 7);
  fill_float(&q[0].x, (size_t)nx * ny * 3, 8);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++) {
        vec sum = scale(p[j * nx + i], 0.5f);
        if (j > 0)
          sum = add(sum, scale(p[(j - 1) * nx + i], 0.25f));
        if (j < ny - 1)
          sum = add(add(sum, scale(p[(j + 1) * nx + i], 0.125f)), scale(p[j * nx + i - 1], 0.125f));
        sum = sum.x > 0.125f ? limited(sum) : sum;
        q[j * nx + i] = sum;
      }
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++) {
        vec *own = &p[j * nx + i];
        *own = turned(q[j * nx + i]);
        q[j * nx + i] = (vec){q[j * nx + i].z, q[j * nx + i].x, q[j * nx + i].y};
        q[j * nx + i] = q[j * nx + i].z > 0 ? *own : q[j * nx + i];
      }
  }
  dump("p", p, sizeof *p, (size_t)nx * ny);
  dump("q", q, sizeof *q, (size_t)nx * ny);
  return 0;
}
