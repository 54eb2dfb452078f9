// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#define MIN(a, b) ((a) < (b) ? (a) : (b))
void tiles(int n, int size, int steps, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int ii = 1; ii < n - 1; ii += size)
#ifndef FOLLOWED
      for (int i = ii; i < MIN(ii + size - 1, n - 1); i++)
// CHECK: loop_over_tiles.c:[[@LINE-3]]:5: error: this loop steps by 'size' as one over tiles does, and it can't be seen that they hold each cell once; let the loop over a tile's cells begin at 'ii' and end at the lower one of 'ii + size' and where this loop ends, with a size that the region doesn't change, or write the loop over the cells without tiles
#else // what it says to do
      for (int i = ii; i < MIN(ii + size, n - 1); i++)
#endif
        v[i] = u[i - 1] + u[i + 1];
    float *w = u;
    u = v;
    v = w;
  }
}
