// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program's own code between two exchanges of pointers sees, and changes, what each name means there: of two pairs,
// and of three arrays that two exchanges turn round.
// RUN-ARGS: 41 37 @
// RUN-ARGS: 20 66 @
// STEPS: 0 1 2 7 12
// HOST: every 3 from 1
// REGION: @
// REGION: @
#include "dump.h"

static void pairs(int w, int h, int steps, float (*u)[w], float (*v)[w], double (*p)[w], double (*q)[w]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        v[y][x] = u[y][x] + 0.1f * (float)(p[y][x + 1] - p[y][x - 1]);
        q[y][x] = p[y][x] + 0.125 * (u[y + 1][x] - u[y - 1][x]);
      }
    float(*s)[w] = u;
    u = v;
    v = s;
    if (t % 3 == 1) {
      printf("%d %a %a %a\n", t, u[2][3], v[2][3], p[2][3]);
      u[3][3] += 0.5f;
      p[2][4] = 0.25;
    }
    double(*r)[w] = p;
    p = q;
    q = r;
  }
}

static void three(int w, int h, int steps, float (*a)[w], float (*b)[w], float (*c)[w]) {
  float(*t)[w];
#pragma stencil
  for (int k = 0; k < steps; k++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        c[y][x] = 0.25f * (a[y][x - 1] + a[y][x + 1] + b[y - 1][x] + b[y + 1][x]);
    t = a;
    a = b;
    b = t;
    if (k % 3 == 1)
      printf("%d %a %a %a\n", k, a[1][1], b[1][1], c[1][1]);
    t = b;
    b = c;
    c = t;
  }
}

int main(int argc, char **argv) {
  int w = arg(argc, argv, 1, 41), h = arg(argc, argv, 2, 37), steps = arg(argc, argv, 3, 7);
  float(*u)[w] = array(w * h, sizeof(float)), (*v)[w] = array(w * h, sizeof(float));
  float(*c)[w] = array(w * h, sizeof(float));
  double(*p)[w] = array(w * h, sizeof(double)), (*q)[w] = array(w * h, sizeof(double));
  fill_float(&u[0][0], w * h, 1);
  fill_float(&v[0][0], w * h, 2);
  fill_float(&c[0][0], w * h, 3);
  fill_double(&p[0][0], w * h, 4);
  fill_double(&q[0][0], w * h, 5);
  pairs(w, h, steps, u, v, p, q);
  three(w, h, steps, u, v, c);
  dump("u", u, sizeof(float), w * h);
  dump("v", v, sizeof(float), w * h);
  dump("c", c, sizeof(float), w * h);
  dump("p", p, sizeof(double), w * h);
  dump("q", q, sizeof(double), w * h);
  return 0;
}
