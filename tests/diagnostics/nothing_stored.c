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
