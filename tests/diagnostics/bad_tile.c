// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void step(int n, int steps, float *a, float *b) {
#pragma stencil schedule(overlap) tile(8, 4)
// CHECK: bad_tile.c:[[@LINE-1]]:35: error: a tile has a positive extent for each axis, x first: at most 1 here, and 'all' only where schedule diamond doesn't cut; further ones must be 1
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
