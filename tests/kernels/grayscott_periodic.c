// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gray-Scott on a torus: neighbours in locals, wrapped by conditions, two fields.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 29 35 @
// RUN-ARGS: 2 1 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 29), ny = arg(argc, argv, 2, 35), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float *u = array(cells, sizeof(float)), *v = array(cells, sizeof(float));
  float *un = array(cells, sizeof(float)), *vn = array(cells, sizeof(float));
  float feed = 0.03f, kill = 0.0625f;
  fill_float(u, cells, 81);
  fill_float(v, cells, 82);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++) {
      int js = j == 0 ? ny - 1 : j - 1;
      int jn = j + 1;
      if (jn == ny)
        jn = 0;
      for (int i = 0; i < nx; i++) {
        int iw = i - 1 < 0 ? nx - 1 : i - 1, ie = i + 1 < nx ? i + 1 : 0;
        int c = j * nx + i;
        float lu = u[j * nx + iw] + u[j * nx + ie] + u[js * nx + i] + u[jn * nx + i] - 4.0f * u[c];
        float lv = v[j * nx + iw] + v[j * nx + ie] + v[js * nx + i] + v[jn * nx + i] - 4.0f * v[c];
        float uvv = u[c] * v[c] * v[c];
        un[c] = u[c] + 0.5f * (0.2f * lu - uvv + feed * (1.0f - u[c]));
        vn[c] = v[c] + 0.5f * (0.1f * lv + uvv - (feed + kill) * v[c]);
      }
    }
    float *swap = u;
    u = un;
    un = swap;
    swap = v;
    v = vn;
    vn = swap;
  }

  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  dump("un", un, sizeof(float), cells);
  dump("vn", vn, sizeof(float), cells);
  return 0;
}
