// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void inside(int steps, float (*a)[64]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float b[64] = {1, 2, 3};
    // CHECK: array_inside_region.c:[[@LINE-1]]:5: error: the array 'b' is declared inside of the region with values, or with a size that is known there only; declare it before the region, give it values in a loop, or use scalars
    for (int i = 1; i < 63; i++)
      b[i] = a[0][i - 1] + a[0][i + 1];
    for (int i = 1; i < 63; i++)
      a[0][i] = b[i];
  }
}

#else // what it says to do
void followed(int n, int steps, float a[64]) {
  float line[64];
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < 63; i++)
      line[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < 63; i++)
      a[i] = line[i];
  }
}
#endif
