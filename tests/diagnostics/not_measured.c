// RUN: env XDG_CACHE_HOME=%t %kasane explain %s --tune=measure 2>&1 | FileCheck %s
#include <stdio.h>

void run(int n, int steps, float *A, float *B) {
#pragma stencil
  for (int t = 0; t < steps; t++) { // CHECK: not_measured.c:[[@LINE]]:3: warning: schedules of not_measured_run_1 for target openmp are not measured: host code runs in its time loop; the choice is the one without --tune [-Wstencil-not-measured]
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i + 1];
    if (t % 10 == 0)
      printf("%d\n", t);
    float *C = A;
    A = B;
    B = C;
  }
}

// RUN: env XDG_CACHE_HOME=%t %kasane explain %s -Wno-stencil-not-measured --tune=measure 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: warning
// OFF: not measured: host code runs in its time loop
