// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void offset(int n, int shift, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n - shift; i++)
    b[i] = a[i] + a[i + shift];
    // CHECK: offset_not_constant.c:[[@LINE-1]]:19: error: the distance between this element of 'a' and the cell is no constant; use a number, or a macro for one
}
