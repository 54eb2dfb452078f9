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

// On a square, where the two lengths are one number, it is but the edges that say so.
void edges(int nx, int ny, double *a, double *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < nx - 1; i++)
      for (int j = 1; j < ny - 1; j++)
        b[i * ny + j] = a[i * ny + j] + 0.1 * (a[(i + 1) * ny + j] + a[i * ny + j + 1]);
    for (int j = 0; j < ny; j++) {
      b[j * nx] = 0;
      // CHECK: row_lengths_differ.c:[[@LINE-1]]:7: error: 'b' has rows of nx elements here and of ny elsewhere
      b[ny - 1 + j * nx] = 0;
    }
    double *keep = a;
    a = b;
    b = keep;
  }
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

void followedAtEdges(int nx, int ny, double *a, double *b, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < nx - 1; i++)
      for (int j = 1; j < ny - 1; j++)
        b[i * ny + j] = a[i * ny + j] + 0.1 * (a[(i + 1) * ny + j] + a[i * ny + j + 1]);
    for (int j = 0; j < nx; j++) {
      b[j * ny] = 0;
      b[ny - 1 + j * ny] = 0;
    }
    double *keep = a;
    a = b;
    b = keep;
  }
}
#endif
