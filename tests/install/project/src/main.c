// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <grid/grid.h>
#include <stdio.h>

int main(void) {
  static float a[HEIGHT][WIDTH], b[HEIGHT][WIDTH];
  for (int j = 0; j < HEIGHT; j++)
    for (int i = 0; i < WIDTH; i++) // small numbers of eighths: exact, however the compiler rounds
      a[j][i] = b[j][i] = (float)((i * 7 + j * 13) % 11);
  heat(5, a, b);
  for (int j = 0; j < HEIGHT; j++)
    for (int i = 0; i < WIDTH; i++)
      printf("%a\n", a[j][i]);
  return 0;
}
