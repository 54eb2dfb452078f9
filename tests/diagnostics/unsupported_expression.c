// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void expression(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = (float)(long)&a[i];
    // CHECK: unsupported_expression.c:[[@LINE-1]]:19: error: this expression is not supported in a region; use arithmetic, comparisons, '?:' and the functions of math.h
}
