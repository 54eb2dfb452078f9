// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// The advice, followed.
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <stdlib.h>
static unsigned long state = 1;
static double uniform(void) {
  state = state * 1103515245 + 12345;
  return state / 65536 % 32768 / 32768.0;
}
#ifndef FOLLOWED
void fire(int nx, int ny, int steps, int (*a)[nx], int (*b)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1] > 0 && drand48() < 0.3;
    // CHECK: random_in_cell.c:[[@LINE-1]]:52: error: 'drand48' gives the next number to whichever cell comes next, and cells have no order; fill an array by it in loops of their own, which look at no other cells, and let these cells read it; such loops may stand in a step of the time loop, or before the directive
    int(*c)[nx] = a;
    a = b;
    b = c;
  }
}

void own(int nx, int ny, int (*a)[nx], int (*b)[nx]) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1] > 0 && uniform() < 0.3;
  // CHECK: random_in_cell.c:[[@LINE-1]]:{{[0-9]+}}: error: 'uniform' gives the next number to whichever cell comes next, and cells have no order
}
#else
void fire(int nx, int ny, int steps, int (*a)[nx], int (*b)[nx], double (*r)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        r[j][i] = drand48();
    r[1][1] = drand48() / 2;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1] > 0 && r[j][i] < 0.3;
    int(*c)[nx] = a;
    a = b;
    b = c;
  }
}
void own(int nx, int ny, int (*a)[nx], int (*b)[nx], double (*r)[nx]) {
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      r[j][i] = uniform();
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1] > 0 && r[j][i] < 0.3;
}
#endif
