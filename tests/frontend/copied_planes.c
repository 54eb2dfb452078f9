// RUN: %kasane --dump-after=frontend %s -o-dir %t | FileCheck %s
// Copies of flat arrays that hold several boxes of three axes, one for each direction: a nest for each box.
#include <string.h>
#define AT(q, z, y, x) ((((q) * nz + (z)) * ny + (y)) * nx + (x))
void stream(int nx, int ny, int nz, int steps, double *f, double *g) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int z = 1; z < nz - 1; z++)
      for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++)
          for (int q = 0; q < 2; q++)
            g[AT(q, z, y, x)] = f[AT(q, z, y, x - 1)];
    memcpy(f, g, (size_t)2 * nx * ny * nz * sizeof *f);
  }
}
// CHECK:      stage z in [0, nz) y in [0, ny) x in [0, nx)
// CHECK-NEXT:   f_0[+0][+0][+0] := g_0[+0][+0][+0]
// CHECK-NEXT: stage z in [0, nz) y in [0, ny) x in [0, nx)
// CHECK-NEXT:   f_1[+0][+0][+0] := g_1[+0][+0][+0]
