// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
typedef struct {
  int w, h;
  float *data;
} grid;
void step(grid u, grid v, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < u.h - 1; j++)
      for (int i = 1; i < u.w - 1; i++)
        v.data[j * v.w + i] = u.data[j * u.w + i - 1] + u.data[j * u.w + i + 1];
    // CHECK: row_lengths_differ.c:[[@LINE-1]]:31: error: 'u.data' has rows of u.w elements here and of v.w elsewhere, as far as can be known; write both with one variable
    float *keep = u.data;
    u.data = v.data;
    v.data = keep;
  }
}
