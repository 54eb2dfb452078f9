// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that a pointer could reach: globals, members behind a pointer, elements of tables, one whose address is taken.
// None of them lies in an array that is written.
// READING
// RANK: 1
// RUN-ARGS: 37 @
#include "dump.h"

float scale = 0.5f;
static float weights[3] = {0.25f, 0.5f, 0.25f};
struct setup {
  float shift;
  int width;
};

static void advance(const struct setup *s, int steps, float *a, float *b, float *by) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < s->width - 1; i++) {
      float sum = 0;
      for (int k = 0; k < 3; k++)
        sum += weights[k] * a[i + k - 1];
      b[i] = scale * sum + s->shift + *by;
    }
    float *c = a;
    a = b;
    b = c;
  }
}

int main(int argc, char **argv) {
  struct setup s = {0.125f, arg(argc, argv, 1, 37)};
  int steps = arg(argc, argv, 2, 7);
  float *a = array(s.width, sizeof(float)), *b = array(s.width, sizeof(float)), by = 0.0625f;
  fill_float(a, s.width, 111);
  fill_float(b, s.width, 112);
  advance(&s, steps, a, b, &by);
  dump("a", a, sizeof(float), s.width);
  dump("b", b, sizeof(float), s.width);
  return 0;
}
