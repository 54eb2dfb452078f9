// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
// With note_called_here.
#include <stdio.h>
#ifndef FOLLOWED
void host(int n, float *a, float *b) {
#pragma stencil
  {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    perror("b");
    // CHECK: host_code.c:[[@LINE-1]]:5: error: a call of 'perror' is no part of a stencil, and only a time loop can stop for it; move it out of the region
  }
}

static void report(const float *a, int n, int t) {
  int every = 100;
  if (t % every == 0)
    perror("a");
  // CHECK: host_code.c:[[@LINE-1]]:5: error: a call of 'perror' is no part of a stencil
  // CHECK: host_code.c:[[@LINE+4]]:3: note: 'report' is called here
  // CHECK: host_code.c:[[@LINE+10]]:5: note: 'step' is called here
}
static void step(const float *a, float *b, int n, int t) {
  report(a, n, t);
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
void hostInCallees(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(a, b, n, t);
    float *c = a;
    a = b;
    b = c;
  }
}

#else // what it says to do
void print(const float *a, int n);
void followed(int n, float *a, float *b) {
#pragma stencil
  {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
  }
  print(b, n);
}
#endif
