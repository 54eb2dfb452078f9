// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
int rows(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
  int count = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++) {
      count++;
      // CHECK: collected_between_loops.c:[[@LINE-1]]:7: error: 'count' is collected between two loops of a nest; give the statement a loop nest of its own
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
  return count;
}

#else // what it says to do
float followed(int n, float a[n][n], float b[n][n]) {
  float sum = 0;
#pragma stencil
  {
    for (int j = 1; j < n - 1; j++)
      sum += a[j][0];
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i - 1];
  }
  return sum;
}
#endif
