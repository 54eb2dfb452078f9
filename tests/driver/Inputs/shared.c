#include <stdio.h>
static float memory[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static int count = 10;
static void scaled(int n, float *u, const float *by) {
#pragma stencil
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < n; i++)
      u[i] = u[i] * 0.5f + *by;
}
static void fewer(int *left) {
#pragma stencil
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < count; i++)
      memory[i] = memory[i] * 0.5f + 1;
    *left -= 1;
  }
}
int main(void) {
  scaled(8, memory, &memory[10]); // apart
  scaled(8, memory, &memory[3]);  // what it reads is stored
  fewer(&count);
  for (int i = 0; i < 12; i++)
    printf("%a\n", memory[i]);
  return 0;
}
