// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// The advice, followed.
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
#include <complex.h>
void wave(int n, int steps, double complex *psi, double complex *next, const double *v, double dt) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      next[i] = psi[i] + I * dt * (0.5 * (psi[i - 1] - 2 * psi[i] + psi[i + 1]) - v[i] * psi[i]);
    // CHECK: complex_type.c:[[@LINE-1]]:{{[0-9]+}}: error: complex numbers are not supported in a stencil; keep real and imaginary parts in two arrays, and write products out: (a + bi) * (c + di) is (ac - bd) + (ad + bc)i
    for (int i = 1; i < n - 1; i++)
      psi[i] = next[i];
  }
}
#else
void wave(int n, int steps, double *re, double *im, double *re2, double *im2, const double *v, double dt) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      re2[i] = re[i] - dt * (0.5 * (im[i - 1] - 2 * im[i] + im[i + 1]) - v[i] * im[i]);
      im2[i] = im[i] + dt * (0.5 * (re[i - 1] - 2 * re[i] + re[i + 1]) - v[i] * re[i]);
    }
    for (int i = 1; i < n - 1; i++) {
      re[i] = re2[i];
      im[i] = im2[i];
    }
  }
}
#endif
