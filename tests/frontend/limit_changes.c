// RUN: not %kasane %s -o-dir %t -- -DHEAD 2>&1 | FileCheck %s --check-prefix=HEAD
// RUN: not %kasane %s -o-dir %t -- -DBODY 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not %kasane %s -o-dir %t -- -DNEST 2>&1 | FileCheck %s --check-prefix=NEST
// RUN: not %kasane %s -o-dir %t -- -DWRAPS 2>&1 | FileCheck %s --check-prefix=WRAPS
// Loops whose own limit changes while they count, and one that ends when its counter wraps.
void cells(int n, const double *restrict a, double *restrict b) {
#pragma stencil
  for (int i = 8; i < n; i++) {
    double s = 0;
#ifdef HEAD
    for (int k = -1, m = 2; k < m; k++, m--)
      s = s * 0.9 + a[i + k];
    // HEAD: [[@LINE-2]]:5: error: a loop inside of a cell's statements
#elif defined BODY
    int m = 4;
    for (int k = 0; k < m; k++) {
      s += a[i + k];
      m--;
    }
    // BODY: [[@LINE-4]]:5: error: a loop inside of a cell's statements
#elif defined WRAPS
    for (unsigned k = -3; k != 2; k++)
      s = s * 0.9 + a[i + (int)k];
    // WRAPS: [[@LINE-2]]:5: error: a loop inside of a cell's statements
#endif
    b[i] = s;
  }
}

#ifdef NEST
void nest(int n, int w, int steps, double *restrict a, double *restrict b) {
  int i, m;
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (i = 1, m = w; i < m; i++, m--)
      b[i] = a[i];
  // NEST: [[@LINE-2]]:{{[0-9]+}}: error:
}
#endif
