// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <time.h>
void twice(int n, int steps, float *a) {
  float c = 2;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      a[i] = c * a[i];
    double c = clock();
    // CHECK: host_local_named_twice.c:[[@LINE-1]]:5: error: the program's own code in the time loop uses 'c' and another variable of that name; rename one of them
  }
}
