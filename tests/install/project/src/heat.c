// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weights.h"
#include <grid/grid.h>

void heat(int steps, float a[HEIGHT][WIDTH], float b[HEIGHT][WIDTH]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < HEIGHT - 1; j++)
      for (int i = 1; i < WIDTH - 1; i++)
        b[j][i] = 0.5f * a[j][i] + SIDE * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < HEIGHT - 1; j++)
      for (int i = 1; i < WIDTH - 1; i++)
        a[j][i] = b[j][i];
  }
}
