// What the types of a loop's head, or a union, make of the numbers is seen at the call.
#include <stdio.h>

static double a[64], b[64];
static union {
  double d[60];
  struct {
    double pad, d[58];
  } behind;
} both;

static void from(int lo, unsigned n) { // a negative lo is a large number there
#pragma stencil
  for (int t = 0; t < 4; t++) {
    for (int i = lo; i < n; i++)
      b[i + 1] = a[i + 2] * 0.5;
    for (int i = lo; i < n; i++)
      a[i + 1] = b[i + 1];
  }
}

static void lies(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < 58; i++)
      b[i] = 0.5 * both.d[i - 1];
    for (int i = 0; i < 58; i++)
      both.behind.d[i] = b[i] + 1;
  }
}

static void wraps(unsigned first, unsigned last) {
  static double w[3][40];
  for (int i = 0; i < 40; i++)
    w[0][i] = w[1][i] = w[2][i] = i * 0.25;
#pragma stencil
  for (unsigned t = first; t < last; t++)
    for (int i = 1; i < 39; i++)
      w[(t + 1) % 3][i] = 0.5 * w[t % 3][i - 1] + w[(t + 2) % 3][i];
  printf("%a %a\n", w[0][20], w[1][20]);
}

int main(void) {
  for (int i = 0; i < 64; i++)
    a[i] = b[i] = i * 0.75;
  for (int i = 0; i < 60; i++)
    both.d[i] = i * 1.5;
  from(-1, 50);
  from(0, 50);
  lies(4);
  wraps(4294967280u, 4294967295u);
  wraps(0, 9);
  for (int i = 0; i < 60; i++)
    printf("%a %a %a\n", a[i], b[i], both.d[i]);
  return 0;
}
