// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void loop(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    float power = a[i];
    for (int k = 0; k < n; k++)
    // CHECK: loop_in_cell.c:[[@LINE-1]]:5: error: a loop inside of a cell's statements whose bounds are no constants, or that runs too often, is not supported; write its iterations out
      power *= a[i - 1];
    b[i] = power;
  }
}

// Not beside others either, where it is what the region is about.
void field(int steps, int n, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      float s = 0;
      for (int k = 0; k < n; k++)
      // CHECK: loop_in_cell.c:[[@LINE-1]]:7: error:
        s += a[k] * (i - k);
      b[i] = a[i] + s;
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}

// From the largest number on there is no round.
void wrapped(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    float sum = 0;
    for (unsigned long k = -1; k <= 1; k++)
      // CHECK: loop_in_cell.c:[[@LINE-1]]:5: error:
      sum += a[i + k];
    b[i] = sum;
  }
}

// Nor is one around loops, of which each round makes a line anew, in a function that is called for each row.
static void rounds(int n, int m, float *row) {
  float line[64];
  for (int k = 0; k < m; k++) {
    // CHECK: loop_in_cell.c:[[@LINE-1]]:3: error:
    for (int i = 1; i < n; i++)
      line[i] = 2 * row[i];
    for (int i = 1; i < n; i++)
      row[i] = line[i];
  }
}
void rows(int rows, int n, int m, float **a) {
#pragma stencil
  for (int j = 0; j < rows; j++)
    rounds(n, m, a[j]);
}

#else // what it says to do
void followed(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 3; i < n - 3; i++) {
    float s = 0;
    s += a[i - 1];
    s += a[i];
    s += a[i + 1];
    b[i] = s;
  }
}
#endif
