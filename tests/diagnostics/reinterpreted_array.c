// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void reinterpret(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int *bits = (int *)a;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * bits[i];
      // CHECK: reinterpreted_array.c:[[@LINE-1]]:21: error: this takes the memory of 'a' as another type or shape; declare the pointer with the array's own type
  }
}
