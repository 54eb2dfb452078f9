#include <stdio.h>

static float memory[2][8][8], *a_rows[8], *b_rows[8];

static void reorder(float **u) {
  float *first = u[2];
  u[2] = u[3];
  u[3] = first;
  puts("reordered");
}

int main(void) {
  float **a = a_rows, **b = b_rows;
  for (int j = 0; j < 8; j++) {
    a[j] = memory[0][j];
    b[j] = memory[1][j];
  }
#pragma stencil
  for (int t = 0; t < 9; t++) {
    for (int j = 1; j < 7; j++)
      for (int i = 1; i < 7; i++)
        b[j][i] = 0.5f * (a[j][i - 1] + a[j - 1][i]);
    float **other = a;
    a = b;
    b = other;
    if (t == 4)
      reorder(a);
  }
  puts("done");
  return 0;
}
