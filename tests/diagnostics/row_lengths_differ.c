// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int w, int w2, int h, float *u, float *v, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < h - 1; j++)
      for (int i = 1; i < w - 1; i++)
        v[j * w2 + i] = u[j * w + i - 1] + u[j * w + i + 1];
    // CHECK: row_lengths_differ.c:[[@LINE-1]]:25: error: 'u' has rows of w elements here and of w2 elsewhere, as far as can be known; write both with one variable
    float *keep = u;
    u = v;
    v = keep;
  }
}
