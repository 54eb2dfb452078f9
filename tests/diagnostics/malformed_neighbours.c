// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void exchange(float *a);
void part(int n, int steps, float *a) {
#pragma stencil neighbours(exchange: a)
// CHECK: malformed_neighbours.c:[[@LINE-1]]:17: error: the argument of 'neighbours' names no functions; write neighbours(exchange), with the name of the function that refreshes halos in the time loop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = 2 * a[i];
    exchange(a);
  }
}
