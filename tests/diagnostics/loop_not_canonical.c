// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void loop(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i * i < n; i++)
  // CHECK: loop_not_canonical.c:[[@LINE-1]]:3: error: this loop does not count with a constant step up or down to a bound; write 'for (int i = lo; i < hi; i++)'; where each round steps by another number, as in 'h *= 2', the directive goes before the loops inside of it
    b[i] = a[i - 1] + a[i + 1];
}

void inside(int n, int nt, double *a, double *b) {
  int i, k;
#pragma stencil
  for (int t = 0; t < nt; t++)
    for (i = 1, k = 0; i < n - 1; i += 1 + k)
    // CHECK: loop_not_canonical.c:[[@LINE-1]]:5: error: this loop does not count with a constant step up or down to a bound
      b[i] = a[k] + a[i + 1];
#pragma stencil
  for (int t = 0; t < nt; t++)
    for (double *p = a + 1, *q = b + 1; p < b; p++, q++)
    // CHECK: loop_not_canonical.c:[[@LINE-1]]:5: error: this loop does not count with a constant step up or down to a bound
      *q = p[-1] + p[1];
}

// Nor does one without a condition, though what it adds up could be known.
void endless(int nt, double h, double *a, double *b) {
#pragma stencil
  for (int t = 0; t < nt; t++) {
    double x = 0;
    for (int i = 0;; i++) {
      // CHECK: loop_not_canonical.c:[[@LINE-1]]:5: error: this loop does not count with a constant step up or down to a bound
      b[i] = a[i] + x;
      x += h;
    }
  }
}

// Nor does a pointer.
void from_here_on(double *p, double *end) {
  int q = 0;
#pragma stencil
  for (; p != end; p++) {
    // CHECK: loop_not_canonical.c:[[@LINE-1]]:3: error: this loop does not count with a constant step up or down to a bound
    *p = *p * 2 + q;
    if (++q >= 5)
      q = 0;
  }
}

#else // what it says to do
void followed(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
#endif
