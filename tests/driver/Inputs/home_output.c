// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
extern float u[8][16];
void output(int from, int count) {
#pragma stencil home(u[from : count])
  for (int j = from; j < from + count; j++)
    printf("%g\n", (double)u[j][j]);
}
