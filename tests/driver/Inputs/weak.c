#include <stdio.h>
__attribute__((weak)) double flux(double x) { return 0.25 * x; }
extern const int ahead[2];
__attribute__((weak)) const int ahead[2] = {0, 1};
static double a[300], b[300], c[300];
int main(void) {
  for (int i = 0; i < 300; i++)
    a[i] = b[i] = c[i] = (i * 37 + 11) % 101;
#pragma stencil
  for (int t = 0; t < 10; t++) {
    for (int i = 1; i < 299; i++)
      b[i] = flux(a[i - 1]) + flux(a[i + 1]);
    for (int i = 1; i < 299; i++)
      a[i] = b[i];
  }
#pragma stencil
  for (int t = 0; t < 10; t++) {
    for (int i = 1; i < 299; i++)
      b[i] = c[i + ahead[0]] + c[i + ahead[1]];
    for (int i = 1; i < 299; i++)
      c[i] = 0.5 * b[i];
  }
  double sum = 0;
  for (int i = 0; i < 300; i++)
    sum += (a[i] + c[i]) * (i + 1);
  printf("%.17g\n", sum);
  return 0;
}
