// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil depth(-2)
// CHECK: malformed_depth.c:[[@LINE-1]]:17: error: the argument of 'depth' is no positive number; write depth(4)
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
void comma(int n, float *a, float *b) {
#pragma stencil depth(2,)
  // CHECK: malformed_depth.c:[[@LINE-1]]:17: error: the argument of 'depth' is no positive number; write depth(4)
  // CHECK-NEXT: #pragma stencil depth(2,)
  // CHECK-NEXT: ^~~~~  ~
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
