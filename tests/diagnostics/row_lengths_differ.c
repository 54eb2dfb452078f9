// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
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

// No length is negative, whichever way the rows are gone through.
void backwards(int nx, int ny, int h, float *a, float *b) {
#pragma stencil
  for (int j = 1; j < h; j++)
    for (int i = 1; i < nx - 1; i++)
      b[i - nx * j] = a[i - nx * j - 1] + a[i - ny * j];
  // CHECK: row_lengths_differ.c:[[@LINE-1]]:{{[0-9]+}}: error: 'a' has rows of nx elements here and of ny elsewhere
}

#else // what it says to do
void followed(int w, int h, float *u, float *v, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < h - 1; j++)
      for (int i = 1; i < w - 1; i++)
        v[j * w + i] = u[j * w + i - 1] + u[j * w + i + 1];
    float *keep = u;
    u = v;
    v = keep;
  }
}
#endif
