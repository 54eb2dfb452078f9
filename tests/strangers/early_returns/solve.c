// Solvers that stop in the middle of a step: out of nested tests, to try again, by a macro, and where a function of
// another file says so.
#include <math.h>
#include <stdio.h>
#define N 60
static double u[N], v[N];
int asked(int t, const double *x);
#define TOL 1e-3
#define FAIL(code) return (code)
static long run(int most, double cap, int mode) {
  int tries = 0, t;
  long rc = 0;
again:
  tries++;
#pragma stencil
  for (t = 0; t < most; t++) {
    const int twice = 2 * t;
    double sum = 0, top = 0;
    for (int i = 1; i < N - 1; i++)
      v[i] = 0.25 * (u[i - 1] + 2 * u[i] + u[i + 1]) + 0.001;
    for (int i = 1; i < N - 1; i++) {
      sum += v[i] - u[i];
      top = fmax(top, v[i]);
    }
    if (t % 5 == 4 && asked(t, u))
      return 100 + twice;
    for (int i = 1; i < N - 1; i++)
      u[i] = v[i];
    if (t > 2) {
      if (mode == 1 && tries < 3 && top < cap) {
        u[N / 2] += tries;
        goto again;
      }
      if (fabs(sum) < TOL)
        FAIL(t + tries);
      else if (mode == 2 && t > 7) {
        double r = top;
        for (int i = 0; i < N; i++)
          r += u[i] * i;
        printf("%.17g\n", r);
        rc = t;
        goto out;
      }
    }
  }
  return -1;
out:
  return rc + 1000 * tries;
}
static double *pick(int n, double *a, double *b, int most) {
  double *w;
#pragma stencil
  for (int s = most; s > 0; s--) {
    double e = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      e = fmax(e, fabs(b[i] - a[i]));
    }
    if (e < 0.6)
      return b;
    w = a;
    a = b;
    b = w;
  }
  return a;
}
static int twice(int n, double *a, double *b) {
  int it = 0;
#pragma stencil
  do {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    double left = b[1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    if (left > 3.2)
      return -it;
    it++;
    if (it >= 30)
      return it;
  } while (1);
}
int main(void) {
  double c[50], d[50];
  for (int i = 0; i < N; i++)
    u[i] = i % 7;
  for (int i = 0; i < 50; i++)
    c[i] = d[i] = i % 11;
  printf("%ld\n", run(3, 0, 0));
  printf("%ld\n", run(40, 100, 1));
  printf("%ld\n", run(40, 0, 2));
  printf("%ld\n", run(4000, 0, 0));
  double *p = pick(50, c, d, 4);
  printf("%d\n", p == d);
  p = pick(50, c, d, 400);
  printf("%d\n", p == d);
  printf("%d\n", twice(50, c, d));
  c[0] = 9;
  printf("%d\n", twice(50, c, d));
  double s = 0;
  for (int i = 0; i < N; i++)
    s += u[i] * i + v[i];
  for (int i = 0; i < 50; i++)
    s += c[i] * i + d[i];
  printf("%.17g\n", s);
}
