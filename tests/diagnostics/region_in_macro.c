// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#define SWEEP(a, b, n) \
  for (int i = 1; i < n - 1; i++) \
    b[i] = a[i - 1] + a[i + 1];
void macro(int n, float *a, float *b) {
#pragma stencil
  SWEEP(a, b, n)
}
// CHECK: region_in_macro.c:[[@LINE-2]]:3: error: this region begins or ends inside of a macro; write the loop out
// CHECK: region_in_macro.c:[[@LINE-7]]:3: note: expanded from macro 'SWEEP'
