// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// The advice, followed.
// RUN: %kasane %s -o-dir %t -Wno-stencil-nests-in-time-loop -- -DFOLLOWED
#include <stdlib.h>
#ifndef FOLLOWED
void fire(int nx, int ny, int steps, int (*a)[nx], int (*b)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1] > 0 && drand48() < 0.3;
    // CHECK: random_in_cell.c:[[@LINE-1]]:52: error: 'drand48' gives the next number to whichever cell comes next, and cells have no order; fill an array by it first, and put the directive behind that loop, above the loops over cells that read the array
    int(*c)[nx] = a;
    a = b;
    b = c;
  }
}
#else
void fire(int nx, int ny, int steps, int (*a)[nx], int (*b)[nx], double (*r)[nx]) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        r[j][i] = drand48();
#pragma stencil
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1] > 0 && r[j][i] < 0.3;
    int(*c)[nx] = a;
    a = b;
    b = c;
  }
}
#endif
