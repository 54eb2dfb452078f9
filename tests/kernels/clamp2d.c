// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours beyond an edge are the edge itself: an index that a condition selects, in the subscript, in locals, flat.
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 2 3 @
// RUN-ARGS: 1 1 @
#include "dump.h"

#define AT(p, i, j) p[(size_t)(j) * nx + (i)]

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float *a = array(cells, sizeof(float)), *b = array(cells, sizeof(float));
  float(*u)[nx] = array(cells, sizeof(float));
  float(*v)[nx] = array(cells, sizeof(float));
  fill_float(a, cells, 51);
  fill_float(&u[0][0], cells, 52);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        int c = y * nx + x;
        int w = (x == 0) ? c : c - 1;
        int e = (x == nx - 1) ? c : c + 1;
        int n = (y == 0) ? c : c - nx;
        int s = (y == ny - 1) ? c : c + nx;
        b[c] = 0.4f * a[c] + 0.2f * a[w] + 0.15f * a[e] + 0.1f * a[n] + 0.1f * a[s];
      }
    for (int j = 0; j < ny; j++) {
      int jm = j > 0 ? j - 1 : 0, jp = j + 1;
      if (jp > ny - 1)
        jp = ny - 1;
      for (int i = 0; i < nx; i++)
        v[j][i] = 0.5f * u[j][i] + 0.2f * u[jm][i < 1 ? 0 : i - 1] + 0.1f * u[jp][i + 1 < nx ? i + 1 : i] + 0.1f * AT(b, i, jm);
    }
    float *swap = a;
    a = b;
    b = swap;
    float(*other)[nx] = u;
    u = v;
    v = other;
  }

  dump("a", a, sizeof(float), cells);
  dump("b", b, sizeof(float), cells);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
