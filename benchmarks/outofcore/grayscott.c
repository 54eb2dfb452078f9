// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gray and Scott's two substances on a torus: grayscott [edge] [steps]
#include "bench.h"

static void swap(float **a, float **b) {
  float *c = *a;
  *a = *b;
  *b = c;
}

int main(int argc, char **argv) {
  int n = argument(argc, argv, 1, 512), steps = argument(argc, argv, 2, 24);
  size_t cells = (size_t)n * n;
  float *u = filled(cells, 1, 0.5f, 1.0f), *v = filled(cells, 2, 0.0f, 0.5f), *un = filled(cells, 3, 0.0f, 1.0f), *vn = filled(cells, 4, 0.0f, 1.0f);
  const float Du = 0.16f, Dv = 0.08f, feed = 0.035f, kill = 0.065f;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        int c = y * n + x, left = y * n + (x + n - 1) % n, right = y * n + (x + 1) % n;
        int up = (y + n - 1) % n * n + x, down = (y + 1) % n * n + x;
        float lu = u[left] + u[right] + u[up] + u[down] - 4.0f * u[c], lv = v[left] + v[right] + v[up] + v[down] - 4.0f * v[c];
        float reaction = u[c] * v[c] * v[c];
        un[c] = u[c] + Du * lu - reaction + feed * (1.0f - u[c]);
        vn[c] = v[c] + Dv * lv + reaction - (feed + kill) * v[c];
      }
    swap(&u, &un);
    swap(&v, &vn);
  }
  show("u", u, cells);
  show("v", v, cells);
  show("un", un, cells);
  show("vn", vn, cells);
  return 0;
}
