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
