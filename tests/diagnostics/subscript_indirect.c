// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void subscript(int n, const int *index, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = a[index[i]];
    // CHECK: subscript_indirect.c:[[@LINE-1]]:14: error: this subscript is read from an array, so the cells it reaches are not known; only constant distances from the loop variables are supported; read an index that all cells share into a variable before the region
}
