// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void effect(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    float s = 0.0f;
    b[i] = (s = a[i - 1]) + s;
    // CHECK: side_effect_in_expression.c:[[@LINE-1]]:13: error: this assigns within an expression, or in a function whose value one uses; make the assignment, or the call, a statement of its own
  }
}

#else // what it says to do
void followed(int n, const float *a, float *b, float *c) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    const float x = a[i - 1];
    b[i] = x;
    c[i] = x;
  }
}
#endif
