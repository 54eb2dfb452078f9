// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in a table of pointers, which a short loop around loops over three axes picks; also with a test in that loop.
// READING
// RANK: 3
// RUN-ARGS: @
// REGION: @
// REGION: @
#include "dump.h"

enum { NX = 21, NY = 18, NZ = 9 };

typedef struct {
  int n[3];
  float *data[2];
} Cube;

static long at(const Cube *c, int x, int y, int z) { return ((long)z * c->n[1] + y) * c->n[0] + x; }

static void smooth(const Cube *in, Cube *out) {
  for (int c = 0; c < 2; c++)
    for (int z = 1; z < in->n[2] - 1; z++)
      for (int y = 1; y < in->n[1] - 1; y++)
        for (int x = 1; x < in->n[0] - 1; x++)
          out->data[c][at(out, x, y, z)] =
              0.25f * (in->data[c][at(in, x - 1, y, z)] + in->data[c][at(in, x, y + 1, z)]) -
              0.125f * in->data[c][at(in, x, y, z + 1)];
}

static void step(const Cube *in, Cube *out, int c, int kind) {
  float *to = out->data[c];
  if (kind == 1) {
    for (int z = 1; z < in->n[2] - 1; z++)
      for (int y = 1; y < in->n[1] - 1; y++)
        for (int x = 1; x < in->n[0] - 1; x++)
          to[at(out, x, y, z)] = 0.5f * in->data[c][at(in, x - 1, y, z)] + 0.25f * in->data[c][at(in, x, y, z)];
  } else {
    for (int z = 1; z < in->n[2] - 1; z++)
      for (int y = 1; y < in->n[1] - 1; y++)
        for (int x = 1; x < in->n[0] - 1; x++)
          to[at(out, x, y, z)] = 0.5f * in->data[c][at(in, x, y - 1, z)];
  }
}

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  Cube a = {{NX, NY, NZ}, {0}}, b = {{NX, NY, NZ}, {0}};
  const size_t size = (size_t)NX * NY * NZ;
  for (int c = 0; c < 2; c++) {
    a.data[c] = array(size, sizeof(float));
    b.data[c] = array(size, sizeof(float));
    fill_float(a.data[c], size, 2 + c);
    fill_float(b.data[c], size, 4 + c);
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    smooth(&a, &b);
    smooth(&b, &a);
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int c = 0; c < 2; c++)
      step(&a, &b, c, 1 + steps % 2);
    for (int c = 0; c < 2; c++)
      step(&b, &a, c, 2 - steps % 2);
  }
  for (int c = 0; c < 2; c++)
    dump("cube", a.data[c], sizeof(float), size);
  return 0;
}
