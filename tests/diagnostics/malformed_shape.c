// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void named(int n, float *a, float *b) {
#pragma stencil shape(a)
// CHECK: malformed_shape.c:[[@LINE-1]]:17: error: the argument of 'shape' is not understood; write shape(A[nz][ny][nx], B[ny][nx]), the slowest dimension first
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

void open(int n, float *a, float *b) {
#pragma stencil shape(a[n], b[])
// CHECK: malformed_shape.c:[[@LINE-1]]:17: error: the argument of 'shape' is not understood
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

// What a shape says is checked where the code says it, too.
void rows(int n, float *a, float *b) {
#pragma stencil shape(a[10][n + 1])
// CHECK: malformed_shape.c:[[@LINE-1]]:29: error: dimension 2 of 'a' is n in the code, not n + 1; write that of the code
  for (int j = 0; j < 10; j++)
    for (int i = 1; i < n - 1; i++)
      b[j * n + i] = a[j * n + i - 1];
}

void other(int n, float *a, float *b) {
#pragma stencil shape(c[n])
// CHECK: malformed_shape.c:[[@LINE-1]]:23: error: 'c' in clause 'shape' is no array of this region; the arrays are a, b
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1];
}

void planes(int n, float *a, float *b) {
#pragma stencil shape(b[10][n]) shape(a[9][n])
  for (int j = 0; j < 10; j++)
    for (int i = 1; i < n - 1; i++)
      b[j * n + i] = a[j * n + i - 1];
      // CHECK: malformed_shape.c:[[@LINE-1]]:22: error: this subscript of 'a' along 'j' reaches 9, outside of the array by 1
}
