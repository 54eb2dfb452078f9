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
#pragma stencil home(b)
// CHECK: home_without_statement.c:[[@LINE-1]]:9: error: no statement follows here that arrays can be brought home for; put the line before one in the source file that is translated, and not before a declaration, a label or a part of a macro
    float x = b[k];
    printf("%g\n", x);
#pragma stencil home(b)
// CHECK: home_without_statement.c:[[@LINE-1]]:9: error: no statement follows here that arrays can be brought home for; put the line before one in the source file that is translated, and not before a declaration, a label or a part of a macro
  }
}
