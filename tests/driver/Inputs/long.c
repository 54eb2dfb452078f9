// Some milliseconds of work, so that a clock sees them.
#include <stdio.h>
static float a[512][512], b[512][512];
int main(void) {
  for (int j = 0; j < 512; j++)
    for (int i = 0; i < 512; i++)
      a[j][i] = b[j][i] = (float)(i * j % 13);
#pragma stencil
  for (int t = 0; t < 20; t++) {
    for (int j = 1; j < 511; j++)
      for (int i = 1; i < 511; i++)
        b[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < 511; j++)
      for (int i = 1; i < 511; i++)
        a[j][i] = b[j][i];
  }
  double sum = 0;
  for (int j = 0; j < 512; j++)
    for (int i = 0; i < 512; i++)
      sum += a[j][i];
  printf("%a\n", sum);
  return 0;
}
