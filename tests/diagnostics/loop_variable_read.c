// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void counts(int n, int steps, float *a, float *b) {
  int i, k = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (i = 1; i < n - 1; i += 2)
      // CHECK: loop_variable_read.c:[[@LINE-1]]:5: error: 'i' counts in this loop and is read behind it, where the region doesn't keep it; write the value that it ends with
      b[i] = a[i - 1] + a[i + 1];
    k += i;
    // CHECK: loop_variable_read.c:[[@LINE-1]]:10: note: 'i' is read here
    float *w = a;
    a = b;
    b = w;
  }
  a[0] = k;
}

// A number in the condition, and another call beside it, change nothing.
static void masked(int n, const float *a, float *b, const int *mask) {
  int i;
  for (i = 1; i < n - 1; i += 2)
    // CHECK: loop_variable_read.c:[[@LINE-1]]:3: error: 'i' counts in this loop and is read behind it
    if (0 || mask[i])
      b[i] = a[i - 1] + a[i + 1];
  b[0] = i;
}
void twice(int n, int steps, float *a, float *b, const int *mask) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    masked(n, a, b, mask);
    masked(n, b, a, mask);
  }
}

void ofShortLoops(int n, int steps, float a[3][n], float b[3][n]) {
  int c;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (c = 2; c >= 0; c--)
      // CHECK: loop_variable_read.c:[[@LINE-1]]:5: error: 'c' counts in this loop and is read behind it
      for (int i = 1; i < n - 1; i++)
        b[c][i] = a[c][i - 1] + a[c][i + 1];
    for (int i = 1; i < n - 1; i++)
      a[0][i] = b[0][i] + c;
      // CHECK: loop_variable_read.c:[[@LINE-1]]:27: note: 'c' is read here
  }
}

// The program's own code reads it, too.
int printf(const char *, ...);
void told(int n, int steps, float *a, float *b) {
  int i;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (i = 1; i < n - 1; i++)
      // CHECK: loop_variable_read.c:[[@LINE-1]]:5: error: 'i' counts in this loop and is read behind it
      b[i] = a[i - 1] + a[i + 1];
    printf("%d\n", i);
    // CHECK: loop_variable_read.c:[[@LINE-1]]:20: note: 'i' is read here
    float *w = a;
    a = b;
    b = w;
  }
}

void toldOfTiles(int n, int steps, float *a, float *b) {
  int i, ii;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (ii = 1; ii < n - 1; ii += 8)
      // CHECK: loop_variable_read.c:[[@LINE-1]]:5: error: this loop steps by '8' as one over tiles does
      for (i = ii; i < (ii + 8 < n - 1 ? ii + 8 : n - 1); i++)
        b[i] = a[i - 1] + a[i + 1];
    printf("%d\n", ii);
    float *w = a;
    a = b;
    b = w;
  }
}

void toldOfCells(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
  int k;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (k = 0; k < nx * ny; k++)
      b[k / nx][k % nx] = 0.5f * a[k / nx][k % nx];
    // CHECK: loop_variable_read.c:[[@LINE-1]]:{{[0-9]+}}: error:
    printf("%d\n", k);
    float (*w)[nx] = a;
    a = b;
    b = w;
  }
}

// Functions of other files see a global, and stores are code of the program's own below some conditions.
int row;
void show(void);
void calledFor(int n, int steps, float (*a)[n]) {
  int i;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (row = 1; row < 9; row++)
      // CHECK: loop_variable_read.c:[[@LINE-1]]:5: error: 'row' counts in this loop and is read behind it
      for (i = 1; i < n - 1; i++)
        a[row][i] *= 0.5f;
    show();
    // CHECK: loop_variable_read.c:[[@LINE-1]]:5: note: 'row' is read here
  }
}

void storedAt(int n, int steps, float (*a)[n]) {
  int i;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < 9; j++)
      for (i = 1; i < n - 1; i++)
        // CHECK: loop_variable_read.c:[[@LINE-1]]:7: error: 'i' counts in this loop and is read behind it
        a[j][i] *= 0.5f;
    if (t % 2)
      a[0][i] = 2;
  }
}

#else // what it says to do
int printf(const char *, ...);
void followed(int n, int steps, float *a, float *b) {
  int i, k = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    k += n - 1;
    printf("%d\n", n - 1);
    float *w = a;
    a = b;
    b = w;
  }
  a[0] = k;
}

// Where it counts by 1 between bounds that are known, it may be read.
void known(int n, int steps, float *a, float *b) {
  int i, k = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    k += i;
    float *w = a;
    a = b;
    b = w;
  }
  a[0] = k;
}
#endif
