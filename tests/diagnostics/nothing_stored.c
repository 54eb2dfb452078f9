// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void nothing(int n, int steps, float *a) {
  float last = 0.0f;
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++) {
    // CHECK: nothing_stored.c:[[@LINE-1]]:5: error: nothing in this region stores to an array in a loop over its cells; put the directive above the loops that update the arrays
      float sum = a[i - 1] + a[i + 1];
      (void)sum;
    }
  (void)last;
}

// The time loop is there; what is missing are the loops over cells.
int printf(const char *, ...);
void onlyOutput(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    printf("%d\n", t);
    // CHECK: nothing_stored.c:[[@LINE-1]]:5: error: nothing in this region stores to an array in a loop over its cells
  }
}

// A window that nobody looks at, in as many rounds as the picture has cells.
void onlyWindow(int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < 42; j++)
      for (int i = 1; i < 60; i++) {
      // CHECK: nothing_stored.c:[[@LINE-1]]:7: error: nothing in this region stores to an array in a loop over its cells
        int n = 0;
        float window[9];
        for (int dj = -1; dj <= 1; dj++)
          for (int di = -1; di <= 1; di++)
            window[n++] = a[(j + dj) * 61 + i + di];
      }
}

// No array is left where a condition is known to be false.
void neverStored(float *a) {
#pragma stencil
  // CHECK: nothing_stored.c:[[@LINE+1]]:3: error: nothing in this region stores to an array in a loop over its cells
  for (int t = 0; t < 4; t++)
    for (int i = 1; i < 9; i++)
      if (9 % 2 == 0)
        a[i] = 0.5f * a[i];
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
#endif
