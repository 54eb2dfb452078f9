// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of the cells and of loops that are read behind their loops: they hold what the last cell left, or the last one that set
// them, in the steps as behind them.
// READING
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 4 3 @
// TINY-ARGS: 1 1 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @, @
#include "dump.h"

float sum = 5;
int at = 6, i, j, k, colour = 7;

static void variablesOfOthers(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++) {
        at = i + 1;
        sum = a[j][i - 1] + a[j][at];
        for (k = -1; k <= 1; k += 2)
          sum += a[j + k][i];
        b[j][i] = 0.25f * sum;
      }
    for (colour = 0; colour < 2; colour++)
      for (j = 1; j < ny - 1; j++)
        for (i = 1; i < nx - 1; i++) {
          if ((i + j) % 2 != colour)
            continue;
          a[j][i] = 0.5f * (b[j][i - 1] + b[j][i]);
        }
  }
}

static float inTheStep(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
  float middle = 2, high = 3, total = 0;
  int last = 4;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++) {
        middle = a[j][i - 1] + a[j][i + 1];
        b[j][i] = middle;
        if (middle > 0.75f) {
          high = middle * middle;
          last = j * nx + i;
          b[j][i] += 0.001f * high + 0.01f * last;
        }
      }
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++)
        a[j][i] = 0.25f * b[j][i];
    total += middle;
  }
  return middle + high + last + total;
}

static float setInTheCell(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
  float middle, last = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++) {
        middle = a[j][i - 1] + a[j][i + 1];
        last = middle;
        if (middle < 0)
          continue;
        b[j][i] = middle;
      }
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++)
        a[j][i] = 0.5f * b[j][i];
  }
  return last;
}

// What one call leaves is where the next one begins.
static void fromCallToCall(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
  static float carried = 0.5f;
  a[0][0] += carried;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++) {
        carried = a[j][i - 1] + a[j - 1][i];
        b[j][i] = 0.5f * carried;
      }
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float(*a)[nx] = array(cells, sizeof(float)), (*b)[nx] = array(cells, sizeof(float));
  fill_float(&a[0][0], cells, 31);
  fill_float(&b[0][0], cells, 32);
  variablesOfOthers(nx, ny, steps, a, b);
  dump("a", a, sizeof(float), cells);
  DUMP(sum);
  DUMP(at);
  DUMP(i);
  DUMP(j);
  DUMP(k);
  DUMP(colour);
  float left = inTheStep(nx, ny, steps, a, b);
  dump("a", a, sizeof(float), cells);
  DUMP(left);
  left = setInTheCell(nx, ny, steps, a, b);
  dump("a", a, sizeof(float), cells);
  DUMP(left);
  fromCallToCall(nx, ny, steps, a, b);
  fromCallToCall(nx, ny, steps, a, b);
  dump("a", a, sizeof(float), cells);
  return 0;
}
