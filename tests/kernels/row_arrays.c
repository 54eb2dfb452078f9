// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Line buffers: rows that are made and used within each round of a loop, declared there, before it and from malloc, several
// loops and edges in one row, and sums over what the rows hold.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 31 22 @
// RUN-ARGS: 6 5 @
#include "dump.h"
#include <math.h>

static void filter(const float *from, float *to, int nx, int ny) {
  int i, j;
  float *line = (float *)malloc(sizeof(float) * nx);
  if (!line)
    exit(3);
  for (j = 0; j < ny; j++) {
    for (i = 0; i < nx; i++)
      line[i] = from[j * nx + i];
    for (i = 0; i < nx; i++) {
      int left = i > 0 ? i - 1 : 0, right = i < nx - 1 ? i + 1 : nx - 1;
      to[j * nx + i] = 0.25f * line[left] + 0.5f * line[i] + 0.25f * line[right];
    }
  }
  free(line);
}

// Long: one of each.
int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 22), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float *u = array(cells, sizeof(float)), *v = array(cells, sizeof(float));
  float buffer[nx], sum = 0, most = 0;
  int i = 0, j = 0, t;
  fill_float(u, cells, 21);
  fill_float(v, cells, 22);

#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++) {
      for (i = 0; i < nx; i++)
        buffer[i] = u[(j - 1) * nx + i] + u[(j + 1) * nx + i];
      for (i = 1; i < nx - 1; i++)
        v[j * nx + i] = 0.25f * (buffer[i - 1] + buffer[i + 1]);
      v[j * nx] = v[j * nx + 1];
      v[j * nx + nx - 1] = 0.5f * v[j * nx + nx - 2];
    }
    for (j = ny - 2; j > 0; j--) { // a row only needs rows that have not been made yet
      float difference[nx], scale = 0.5f + 0.25f * (float)(j % 3);
      for (i = 0; i < nx; i++) {
        difference[i] = scale * (v[j * nx + i] - v[(j - 1) * nx + i]);
        sum += difference[i];
      }
      scale = 0.5f * scale;
      for (i = 1; i < nx; i++) {
        v[j * nx + i] += scale * difference[i - 1];
        most = fmaxf(most, fabsf(difference[i]));
      }
    }
    filter(v, u, nx, ny);
  }

  DUMP(sum);
  DUMP(most);
  DUMP(i);
  DUMP(j);
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
