// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void behind(int n, float *a, float *b) {
#pragma stencil shape(a[n])
// CHECK: shape_begins_behind.c:[[@LINE-1]]:23: error: cells use 'a' below its element 0, where 'shape' says that it begins; let the pointer begin there
  for (int i = 0; i < n; i++)
    b[i] = a[i - 1];
}
