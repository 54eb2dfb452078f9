// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat arrays that keep every step, up to their edges: tests of the place keep each step apart from the one before. Rows
// that are made from the row before or behind, where the lesser of its elements is taken.
// RANK: 1
// STEPS: 1
// NO-TIME-LOOP
// REGION: 1, 1, 1
// REGION: 1, 1, 1
// REGION: 1, 1, 1
// WHOLE: elements at any distance
// SWEEP-ONLY
// NO-DIAMOND
// RUN-ARGS: 47
// RUN-ARGS: 3
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 47), steps = 4;
  double *u = array((size_t)nx * steps, sizeof *u);
  unsigned char *cells = array((size_t)nx * steps, 1);
  fill_double(u, (size_t)nx, 5);
  for (int i = 0; i < nx; i++)
    cells[i] = u[i] > 0.25;
#pragma stencil
  for (int t = 1; t < steps; t++) {
    for (int i = 0; i < nx; i++) {
      int before = (t - 1) * nx + i;
      int left = i ? cells[before - 1] : 0, right = i < nx - 1 ? cells[before + 1] : 0;
      cells[t * nx + i] = (unsigned char)(110 >> (left * 4 + cells[before] * 2 + right) & 1);
    }
    for (int i = 0; i < nx; i++) {
      double sum = u[(t - 1) * nx + i];
      if (i > 0)
        sum += u[(t - 1) * nx + i - 1];
      if (!(i + 1 >= nx))
        sum -= 0.5 * u[(t - 1) * nx + i + 1];
      if (2 * i == nx - 1 || (i > 7 && i - 9 <= 2))
        sum *= 0.75;
      u[t * nx + i] = 0.5 * sum;
    }
  }
  double (*least)[nx] = array(steps, nx * sizeof(double)), (*behind)[nx] = array(steps, nx * sizeof(double));
  int (*from)[nx] = array(steps, nx * sizeof(int));
#pragma stencil
  for (int y = 1; y < steps; y++) {
    for (int x = 0; x < nx; x++) {
      double best = least[y - 1][x];
      from[y][x] = 0;
      if (x > 0 && least[y - 1][x - 1] < best) {
        best = least[y - 1][x - 1];
        from[y][x] = -1;
      }
      if (x < nx - 1 && least[y - 1][x + 1] < best) {
        best = least[y - 1][x + 1];
        from[y][x] = 1;
      }
      least[y][x] = best + u[y * nx + x];
    }
    from[y][0]++;
  }
#pragma stencil
  for (int y = steps - 2; y >= 0; y--) {
    for (int x = 1; x < nx - 1; x++)
      behind[y][x] = least[y][x] + (behind[y + 1][x - 1] < behind[y + 1][x + 1] ? behind[y + 1][x - 1] : 0.5);
    behind[y][0] = behind[y][1];
  }
  dump("least", least, sizeof(double), (size_t)nx * steps);
  dump("from", from, sizeof(int), (size_t)nx * steps);
  dump("behind", behind, sizeof(double), (size_t)nx * steps);
  dump("u", u, sizeof *u, (size_t)nx * steps);
  dump("cells", cells, 1, (size_t)nx * steps);
  return 0;
}
