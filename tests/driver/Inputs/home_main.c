// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>
float u[8][16];
void output(int from, int count);
int main(int argc, char **argv) {
#pragma stencil keep(u)
  for (int t = 0; t < 2; t++) {
#pragma stencil
    for (int j = 0; j < 8; j++)
      for (int i = 0; i < 16; i++)
        u[j][i] += (float)(j + i);
    output(atoi(argv[1]), atoi(argv[argc - 1]));
  }
  return 0;
}
