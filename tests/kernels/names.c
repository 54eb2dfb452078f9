// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that generated code might want for itself, shadowing, keywords of other languages, no braces, odd layout.
// READING
// RANK: 2
// RUN-ARGS: 23 18 @
// RUN-ARGS: 3 3 @
#include "dump.h"

static float kernel(float int2) { return int2; }

int main(int argc, char **argv) {
  int get_global_id = arg(argc, argv, 1, 23), local = arg(argc, argv, 2, 18), run = arg(argc, argv, 3, 7);
  int nx = get_global_id, ny = local;
  double (*fields)[nx] = array((size_t)nx * ny, sizeof(double)), (*global)[nx] = array((size_t)nx * ny, sizeof(double));
  double half = kernel(0.5f), ksn_a = 0.125, info = 2;
  const double at = half / 4;
  fill_double(&fields[0][0], (size_t)nx * ny, 89);
  fill_double(&global[0][0], (size_t)nx * ny, 90);

#pragma stencil
  for (int s = 0; s < run; s++) {
    for (int x = 1; x < local - 1; x++) for (int y = 1; y < get_global_id - 1; y++)
      { double a = fields[x][y]; double float4 = fields[x - 1][y] + fields[x + 1][y];
        { double a = fields[x][y - 1]; float4 += a + fields[x][y + 1]; }
        global[x][y] = half * a + at * float4 + ksn_a * (info - info); }
    double (*how)[nx] = fields; fields = global; global = how;
  }

  dump("fields", fields, sizeof(double), (size_t)nx * ny);
  dump("global", global, sizeof(double), (size_t)nx * ny);
  return 0;
}
