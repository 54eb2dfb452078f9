// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <stdio.h>
static void step(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
static void show(const float *x) {
#pragma stencil home(x)
// CHECK: home_outside_keep.c:[[@LINE-1]]:9: error: no array is kept here, so all are at home; put the line into the statement under '#pragma stencil keep(..)', or remove it
  printf("%g\n", x[0]);
}
// May be called in a scope of another file.
void show_more(const float *x) {
#pragma stencil home(x)
  printf("%g\n", x[0]);
}
int main(void) {
  static float a[8], b[8];
#pragma stencil keep(a, b)
  {
    step(8, a, b);
  }
#pragma stencil home(b)
// CHECK: home_outside_keep.c:[[@LINE-1]]:9: error: no array is kept here, so all are at home; put the line into the statement under '#pragma stencil keep(..)', or remove it
  printf("%g\n", b[1]);
  show(b);
  return 0;
}
