#include <stdio.h>
#include "two.h"
static double a[N], b[N];
int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = (i * 37 + 11) % 101;
  rate = 0.25;
#pragma stencil
  for (int t = 0; t < 20; t++) {
    for (int i = 1; i < N - 1; i++)
      b[i] = flux(a[i - 1], a[i]) + flux(a[i + 1], a[i]);
    advance(N, b, a);
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] * (i + 1);
  printf("%.17g\n", sum);
  return 0;
}
