// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DINNER
// RUN: not %kasane %s -o-dir %t -- -DTESTED 2>&1 | FileCheck %s --check-prefix=TESTED
// RUN: %kasane %s -o-dir %t -- -DTESTED -DINNER
void rounds(int n, int steps, int most, float *a, float *b, float *f) {
#ifndef INNER
#pragma stencil
#endif
  for (int t = 0; t < steps; t++) {
#ifdef INNER
#pragma stencil
#endif
    for (int i = 1; i < n - 1; i++)
      f[i] = 0.5f * a[i];
#ifdef TESTED
    float err = 1;
#ifdef INNER
#pragma stencil
#endif
    while (err > 1e-3f) {
      // TESTED: loop_of_rounds.c:[[@LINE-1]]:5: error: how often this loop repeats its nests is not known before the program runs, so its rounds are no part of a step; put the directive before this loop, at line [[@LINE-1]], so that its rounds are the steps, and one before each other nest around it
      err = 0;
#else
#ifdef INNER
#pragma stencil
#endif
    for (int again = 0; again < most; again++) {
      // CHECK: loop_of_rounds.c:[[@LINE-1]]:5: error: how often this loop repeats its nests is not known before the program runs, so its rounds are no part of a step; put the directive before this loop, at line [[@LINE-1]], so that its rounds are the steps, and one before each other nest around it
      float err = 0;
#endif
      for (int i = 1; i < n - 1; i++) {
        b[i] = a[i - 1] + a[i + 1] + f[i];
        err += b[i] - a[i];
      }
      for (int i = 1; i < n - 1; i++)
        a[i] = b[i];
    }
  }
}
// Sizes that loops take from tables, and a function that is called with them.
static double *make(int m, int n) {
  static double r[4000];
#ifdef INNER
#pragma stencil
#endif
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      r[i + j * m] = 0.5;
  return r;
}
double *sizes(void) {
  int ms[3] = {20, 40, 80}, ns[3] = {10, 20, 30}, m, n, all = 3;
  double *s = 0;
#ifndef INNER
#pragma stencil
#endif
  for (int a = 0; a < all; a++) {
    m = ms[a];
    for (int b = 0; b < all; b++) {
      // CHECK: loop_of_rounds.c:[[@LINE-1]]:5: error: how often this loop repeats its nests is not known
      n = ns[b];
      s = make(m, n);
    }
  }
  return s;
}

#ifndef INNER
// What it tests is no counter of its own.
void tested_elsewhere(int n, int by, int steps, int end, double *u, double *v) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int ii = 1; end < n; ii += by)
      // CHECK: loop_of_rounds.c:[[@LINE-1]]:5: error: how often this loop repeats its nests is not known
      for (int i = ii; i < ii + by; i++)
        v[i] = u[i - 1] + u[i + 1];
}
#endif
