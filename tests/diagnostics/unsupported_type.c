// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void types(int n, volatile float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
    // CHECK: unsupported_type.c:[[@LINE-1]]:12: error: type 'volatile float' cannot be used in a stencil; use float, double or an integer type without volatile or _Atomic
}
