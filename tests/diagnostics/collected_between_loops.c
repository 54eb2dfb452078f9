// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
int rows(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
  int count = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    count = 0;
    for (int j = 1; j < ny - 1; j++) {
      count += 2;
      // CHECK: collected_between_loops.c:[[@LINE-1]]:7: error: 'count' goes on from row to row here, and so do the cells that use it; make its value from the variables of the loops instead, or give this statement a loop nest of its own
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + count * a[j][i + 1];
    }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
  return count;
}

#else // what it says to do
void followed(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + 2 * j * a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}

int followedByRows(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
  int count = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      count += 2;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
  return count;
}
#endif
