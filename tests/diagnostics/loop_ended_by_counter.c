// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
#include <stdio.h>
void copies_last(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = (a[i - 1] + a[i + 1]) / 2;
      err += (a[i] - b[i]) * (a[i] - b[i]);
    }
    if (err < 1e-6f)
      t = steps;
    // CHECK: loop_ended_by_counter.c:[[@LINE-1]]:7: error: 't' counts the loop and is set here to end it; set another variable here, and write 'if (..) break;' with it where the step ends
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}

void prints_last(int n, int steps, float *a, float *b) {
  int t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    float err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = (a[i - 1] + a[i + 1]) / 2;
      err += (a[i] - b[i]) * (a[i] - b[i]);
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    if (err < 1e-6f) {
      printf("converged in step %d\n", t);
      t = steps;
      // CHECK: loop_ended_by_counter.c:[[@LINE-1]]:7: error: 't' counts the loop and is set here to end it; set another variable here, and write 'if (..) break;' with it where the step ends
    }
    printf("%d %g\n", t, err);
  }
}

// Behind the greatest number an unsigned one would begin anew.
unsigned may_wrap(int n, unsigned steps, float *a) {
  unsigned t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    float sum = 0;
    for (int i = 1; i < n - 1; i++) {
      a[i] *= 0.5f;
      sum += a[i];
    }
    if (sum < 1e-6f)
      t = steps;
    // CHECK: loop_ended_by_counter.c:[[@LINE-1]]:7: error: 't' counts the loop and is set here to end it; set another variable here, and write 'if (..) break;' with it where the step ends
  }
  return t;
}

#else // what it says to do
#include <stdio.h>
void followed(int n, int steps, float *a, float *b) {
  int done = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = (a[i - 1] + a[i + 1]) / 2;
      err += (a[i] - b[i]) * (a[i] - b[i]);
    }
    if (err < 1e-6f) {
      printf("converged in step %d\n", t);
      done = 1;
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    printf("%d %g\n", t, err);
    if (done)
      break;
  }
}

unsigned followed_may_wrap(int n, unsigned steps, float *a) {
  unsigned t;
  int done = 0;
#pragma stencil
  for (t = 0; t < steps; t++) {
    float sum = 0;
    for (int i = 1; i < n - 1; i++) {
      a[i] *= 0.5f;
      sum += a[i];
    }
    if (sum < 1e-6f)
      done = 1;
    if (done)
      break;
  }
  return t;
}
#endif
