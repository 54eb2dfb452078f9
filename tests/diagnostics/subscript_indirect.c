// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void subscript(int n, const int *index, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = a[index[i]];
    // CHECK: subscript_indirect.c:[[@LINE-1]]:14: error: this subscript is read from an array, and this file does not show that it holds the loop variable plus a constant, clamped, wrapped or reflected at its ends; write the index as such an expression, or read one that all cells share into a variable before the region
}
