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

struct pair {
  float x, y;
};
void member(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    struct pair p = {0.0f, 1.0f};
    b[i] = (p.x = a[i - 1]) + p.x;
    // CHECK: side_effect_in_expression.c:[[@LINE-1]]:13: error: this assigns within an expression, or in a function whose value one uses; make the assignment, or the call, a statement of its own
  }
}

// Two calls that change one state: C leaves open which comes first.
static float drawn(unsigned *state) {
  *state = *state * 69069u + 1;
  // CHECK: side_effect_in_expression.c:[[@LINE-1]]:3: error: this assigns within an expression, or in a function whose value one uses; make the assignment, or the call, a statement of its own
  return (float)(*state >> 8);
}
void twice(int n, unsigned *state, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = drawn(&state[i]) - drawn(&state[i]);
}

#else // what it says to do
static float drawn(unsigned *state) {
  *state = *state * 69069u + 1;
  return (float)(*state >> 8);
}
void twice(int n, unsigned *state, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++) {
    float first = drawn(&state[i]), second = drawn(&state[i]);
    b[i] = first - second;
  }
}
void followed(int n, const float *a, float *b, float *c) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    const float x = a[i - 1];
    b[i] = x;
    c[i] = x;
  }
}
#endif
