// RUN: %kasane %s -o-dir %t
// RUN: %gcc -Wall -Wextra -Werror -O0 %include -c %t/unset.c -o %t/o0.o
// RUN: %gcc -Wall -Wextra -Werror -O2 %include -c %t/unset.c -o %t/o2.o
// RUN: %kasane %s -o-dir %t/careless -- -DCARELESS
// RUN: not %gcc -Wall -Wextra -Werror -O2 -DCARELESS %include -c %t/careless/unset.c -o %t/o2.o 2>&1 | FileCheck %s
// Variables that the region itself gives their first value: the rewritten file compiles as cleanly as this one. What the
// user's own text looks at too early is still told.
#include <math.h>
#include <stdio.h>

int settle(int n, double tol, double *a, double *b) {
  double err, sum;
  int k = 0;
#pragma stencil
  do {
    err = 0;
    sum = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      err = fmax(err, fabs(b[i] - a[i]));
      sum += b[i];
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    k++;
  } while (err > tol);
  printf("%g\n", sum);
  return k;
}

int count(int steps, int n, double *a, double *b) {
  int t;
  double top, careless;
#pragma stencil
  for (t = 0; t < steps; t++) {
    top = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      top = fmax(top, b[i]);
    }
    double *other = a;
    a = b;
    b = other;
    if ((t + 1) % 10 == 0) {
#ifdef CARELESS
      printf("%g\n", careless);
      // CHECK: unset.c:[[@LINE-1]]:7: error: 'careless' {{.*}}uninitialized
#endif
      careless = top;
      printf("%d %g\n", t + 1, careless);
    }
  }
  return t;
}
