// RUN: %kasane %s --target=openmp -o-dir %t
// RUN: FileCheck %s --input-file=%t/narrow_values.c
// What a narrow variable gets is converted where the call asks for it, and rows are told apart as the program's numbers
// do it: a difference of unsigned ones may wrap.
#include <stddef.h>

void narrow(int w, int steps, float *restrict a, float *restrict b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    unsigned char m = w;
    for (int i = 0; i < m; i++)
      b[i] = a[i] + t;
  }
}
// CHECK: .n_converted = ((unsigned char)(w))

void rows(int w, int h, int steps, float *restrict a, float *restrict b) {
  size_t n = (size_t)w * h;
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int k = 0; k < n; k++) {
      int x = k % w;
      if (k < n - w)
        b[k] = a[k] + x;
    }
}
// CHECK: .n_asked{{[_0-9]*}} = ((w) != 0 ? (n / w == (size_t)h) : 0)
