// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
// A short loop of the cell may be left before its last round.
void nextNest(int n, int steps, float *a, float *b, float *c) {
  float x = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      for (int k = 0; k < 3; k++) {
        x = a[i - 1] + k * a[i + 1];
        // CHECK: cell_scalar_read.c:[[@LINE-1]]:9: error: cells set 'x' and read it, so that each has its own and none is left for what reads 'x' behind them; collect it in another variable, which cells only set: 'last = ..', 'changed |= ..'
        if (x < -1)
          break;
      }
      b[i] = 0.5f * x;
    }
    for (int i = 1; i < n - 1; i++)
      c[i] = x + b[i];
      // CHECK: cell_scalar_read.c:[[@LINE-1]]:14: note: 'x' is read here
  }
}

// The program's own code reads it.
int printf(const char *, ...);
void told(int n, int steps, float *a, float *b) {
  float x = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      x = a[i - 1] + a[i + 1];
      // CHECK: cell_scalar_read.c:[[@LINE-1]]:7: error: cells set 'x' and read it
      b[i] = 0.5f * x;
    }
    printf("%g\n", x);
    // CHECK: cell_scalar_read.c:[[@LINE-1]]:20: note: 'x' is read here
    float *w = a;
    a = b;
    b = w;
  }
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b, float *c) {
  float last = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      float x = 0;
      for (int k = 0; k < 3; k++) {
        x = a[i - 1] + k * a[i + 1];
        if (x < -1)
          break;
      }
      b[i] = 0.5f * x;
      last = b[i];
    }
    for (int i = 1; i < n - 1; i++)
      c[i] = last + b[i];
  }
}
#endif
