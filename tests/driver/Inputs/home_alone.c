// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
float u[8][16];
void output(int from, int count);
int main(void) {
  u[3][3] = 7;
  output(3, 1);
  return 0;
}
