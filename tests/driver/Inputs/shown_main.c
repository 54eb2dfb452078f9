#include <stdio.h>
void relax(int n, int steps, double *a, double *b);
static double a[300], b[300];
int main(void) {
  for (int i = 0; i < 300; i++)
    a[i] = i % 7;
  relax(300, 10, a, b);
  double sum = 0;
  for (int i = 0; i < 300; i++)
    sum += a[i] * (i + 1);
  printf("%.17g\n", sum);
  return 0;
}
