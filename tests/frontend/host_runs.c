// Declarations that only host code uses stand with it: one run of statements, one host point. A run that ends with an
// `if` over the step stops the steps only where that holds.
// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: stencil {{.*}}_declared_1 rank 1
// CHECK: time t from 0 to steps step 1
// CHECK-NEXT: host code 1
// CHECK-NEXT: stage
// CHECK: host code 2 after the moves if ((time % 10) == 0)
// CHECK-NOT: host code
void declared(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    char name[16];
    snprintf(name, sizeof name, "%d", t);
    FILE *fp = fopen(name, "w");
    for (int i = 0; i < n; i++)
      fprintf(fp, "%g ", a[i]);
    fclose(fp);
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
    const int probe[2] = {1, 7};
    const char *what = t % 2 ? "odd" : "even";
    if (t % 10 == 0)
      printf("%s %g %g\n", what, a[probe[0]], a[probe[1]]);
  }
}

// An arm that leaves the function goes behind the region. What the run sets ahead of it is a part of it.
// CHECK-LABEL: stencil {{.*}}_leaves_1 rank 1
// CHECK: host code 1
// CHECK-NOT: host code
int leaves(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int count = 0;
    FILE *fp = fopen("all", "a");
    if (!fp) {
      perror("all");
      return 1;
    }
    for (int i = 0; i < n; i++)
      count += fprintf(fp, "%g ", a[i]) > 0;
    fprintf(fp, "%d\n", count);
    fclose(fp);
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  return 0;
}

// A table of constants goes where both cells and host code use it. Types that the step names are written out.
// CHECK-LABEL: stencil {{.*}}_both_1 rank 1
// CHECK: stage
// CHECK: host code 1
void both(int n, int steps, double *a, double *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    typedef double real;
    enum { Even, Odd } kind = t % 2 ? Odd : Even;
    const real w[3] = {.25, .5, .25};
    real s = 0.5 * t;
    for (int i = 1; i < n - 1; i++)
      b[i] = kind == Odd ? s * (w[0] * a[i - 1] + w[1] * a[i]) : w[2] * a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    printf("%g %d %g\n", s, (int)kind, w[1]);
  }
}
