// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil outofcore(slab = 0)
// CHECK: malformed_outofcore.c:[[@LINE-1]]:17: error: the argument of 'outofcore' is no number of planes and of steps; write outofcore(slab = 64, steps = 16), of which each may be left out
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
void word(int n, float *a, float *b) {
#pragma stencil outofcore(slab = 4, step = 3)
// CHECK: malformed_outofcore.c:[[@LINE-1]]:17: error: the argument of 'outofcore'
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
void comma(int n, float *a, float *b) {
#pragma stencil outofcore(slab = 4,)
// CHECK: malformed_outofcore.c:[[@LINE-1]]:17: error: the argument of 'outofcore'
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
