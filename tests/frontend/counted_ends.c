// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// A counter that is set to the end of its loop where a step ends is a break, in a function of the region, too.
static void relax(int n, int most, float eps, float *u, float *v) {
  for (int t = 0; t < most; t++) {
    float sum = 0;
    for (int i = 1; i < n - 1; i++) {
      v[i] = 0.5f * (u[i - 1] + u[i + 1]);
      sum += (v[i] - u[i]) * (v[i] - u[i]);
    }
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
    if (t > 4) {
      if (sum < eps)
        t = most;
    }
  }
}

void called(int n, int most, float eps, float *u, float *v) {
#pragma stencil
  relax(n, most, eps, u, v);
}
// CHECK-LABEL: called_1
// CHECK: time t from 0 to most step 1
// CHECK: break after the moves

// What an arm says behind that comes behind the loop.
int printf(const char *format, ...);
void told(int n, int most, float eps, float *u, float *v) {
  int t;
#pragma stencil
  for (t = most; t >= 1; t--) {
    float sum = 0;
    for (int i = 1; i < n - 1; i++) {
      v[i] = 0.5f * (u[i - 1] + u[i + 1]);
      sum += (v[i] - u[i]) * (v[i] - u[i]);
    }
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
    if (sum < eps) {
      t = 0;
      printf("converged: %g\n", sum);
    }
  }
}
// CHECK-LABEL: told_1
// CHECK-NOT: host code
// CHECK: break after the moves
