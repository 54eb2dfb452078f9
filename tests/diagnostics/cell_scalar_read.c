// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void nextNest(int n, int steps, float *a, float *b, float *c) {
  float x = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      x = a[i - 1] + a[i + 1];
      // CHECK: cell_scalar_read.c:[[@LINE-1]]:7: error: cells set 'x' and read it, so that each has its own and none is left for what reads 'x' behind them; collect it in another variable, which cells only set: 'last = ..', 'changed |= ..'
      if (x < -1)
        continue;
      b[i] = 0.5f * x;
    }
    for (int i = 1; i < n - 1; i++)
      c[i] = x + b[i];
      // CHECK: cell_scalar_read.c:[[@LINE-1]]:14: note: 'x' is read here
  }
}

// Cells of the next step read it before they set it.
void nextStep(int n, int steps, float *a, float *b) {
  float x = 0.5f;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i] + x;
      // CHECK: cell_scalar_read.c:[[@LINE+3]]:7: error: cells set 'x' and read it
      // CHECK: cell_scalar_read.c:[[@LINE-2]]:21: note: 'x' is read here
    for (int i = 1; i < n - 1; i++) {
      x = b[i];
      if (x < -1)
        continue;
      a[i] = x * 2;
    }
  }
}

// A scalar of the step, and the loop's condition.
void ofTheStep(int n, float *a, float *b) {
  double most = 1;
#pragma stencil
  while (most > 0) {
    float x = 1;
    for (int i = 1; i < n - 1; i++) {
      x = a[i - 1] + a[i + 1];
      // CHECK: cell_scalar_read.c:[[@LINE-1]]:7: error: cells set 'x' and read it
      if (x < -1)
        continue;
      b[i] = x;
    }
    most = x;
    // CHECK: cell_scalar_read.c:[[@LINE-1]]:12: note: 'x' is read here
    float *w = a;
    a = b;
    b = w;
  }
}

void ofTheCondition(int n, float *a, float *b) {
  float x = 1;
#pragma stencil
  while (x > 0) {
    // CHECK: cell_scalar_read.c:[[@LINE+3]]:7: error: cells set 'x' and read it
    // CHECK: cell_scalar_read.c:[[@LINE-2]]:10: note: 'x' is read here
    for (int i = 1; i < n - 1; i++) {
      x = a[i - 1] + a[i + 1];
      if (x < -1)
        continue;
      b[i] = x;
    }
    float *w = a;
    a = b;
    b = w;
  }
}
