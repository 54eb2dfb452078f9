// RUN: rm -rf %t && %kasane %s -o-dir %t
// RUN: FileCheck %s --input-file=%t/vla_sizes.c
// A size that is the file's own counts for the arrays declared with it, where nobody changes it while the function runs.
#include <math.h>
static int nx, ny, mx;
void setUp(void) { nx = 40, ny = 30, mx = 20; }

void kept(int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = 0.5f * sqrtf(a[j][i - 1]) + a[j][i + 1];
    float (*c)[nx] = a;
    a = b;
    b = c;
  }
}
// CHECK: .n_steps = steps, .n_ny = ny, .n_nx = nx};

void called(int steps, float (*a)[nx], float (*b)[nx]) {
  setUp();
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
}
// CHECK: {{= \(sizeof a\[0\] / sizeof a\[0\]\[0\]\)}}

int *where = &mx;
void pointed(int steps, float (*a)[mx], float (*b)[mx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < mx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
}
// CHECK: {{= \(sizeof a\[0\] / sizeof a\[0\]\[0\]\)}}

void elsewhere(void);
void unknown(int steps, float (*a)[nx], float (*b)[nx]) {
  elsewhere();
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
}
// CHECK: {{= \(sizeof a\[0\] / sizeof a\[0\]\[0\]\)}}

// A function with such a parameter, called for another one's argument.
static int rule(int n, int c) { return n == 3 || c; }
static int near(int i, int j, int w, int b[][w]) { return i > 0 && j > 0 ? b[i - 1][j - 1] : 0; }
void tick(int h, int w, int b[][w], int next[][w]) {
#pragma stencil
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      next[i][j] = rule(near(i, j, w, b), b[i][j]);
}
// CHECK: field b : i32 at &b[0][0] y:? stride w x:w stride 1
