// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <stdio.h>
static void step(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
void clause(int n, float *a, float *b) {
#pragma stencil keep(a, b)
  for (int k = 0; k < 3; k++) {
    step(n, a, b);
#pragma stencil home(c)
// CHECK: home_names_no_array.c:[[@LINE-1]]:22: error: no array or pointer 'c' of known elements is declared here; name the array as the statement does
    printf("%d\n", k);
#pragma stencil home(n)
// CHECK: home_names_no_array.c:[[@LINE-1]]:22: error: no array or pointer 'n' of known elements is declared here; name the array as the statement does
    printf("%d\n", n);
  }
}
