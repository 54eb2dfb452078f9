#include <stdio.h>
void relax(int n, int steps, double *a, double *b);
static double a[5000], b[5000];
int main(void) {
  for (int i = 0; i < 5000; i++)
    a[i] = b[i] = (i * 37 + 11) % 101;
  relax(5000, 10, a, b);
#pragma omp parallel
  relax(5000, 200, a, b);
  double sum = 0;
  for (int i = 0; i < 5000; i++)
    sum += a[i] * (i + 1);
  printf("%.17g\n", sum);
  return 0;
}
