// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
// There is a time loop, but the call isn't a statement of it.
int printf(const char *, ...);

static void half(int n, const float *a, float *b) {
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

#ifndef FOLLOWED
static void step(int n, float *a, float *b) {
  half(n, a, b);
  printf("half way\n");
  // CHECK: host_code_within.c:[[@LINE-1]]:3: error: a call of 'printf' is no part of a stencil, and the steps stop only between statements of the time loop's own body; move it there, out of functions with loops and out of other loops
  // CHECK: host_code_within.c:[[@LINE+9]]:5: note: 'step' is called here
  half(n, b, a);
}
#endif

void inCallee(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#ifndef FOLLOWED
    step(n, a, b);
#else
    half(n, a, b);
    printf("half way\n");
    half(n, b, a);
#endif
  }
}
