// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static float power(float x, int n) { return n == 0 ? 1.0f : x * power(x, n - 1); }
// CHECK: call_recursive.c:[[@LINE-1]]:65: error: 'power' calls itself, directly or through others, so its body cannot take the call's place; write it as a loop
void call(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = power(a[i], 3);
}
