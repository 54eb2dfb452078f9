// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void rows(int ny, int nx, float (*a)[nx], float dx) {
  float x = 0;
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      a[j][i] = x; // goes on from row to row
      // CHECK: sum_goes_on.c:[[@LINE-1]]:17: error: 'x' has here what all rounds of the loop before have added up; set it right before that loop, 'x = x0;', to what the region doesn't change, let each round add once what it doesn't change, too, and read it in that loop only; or compute it in each cell from the loops' variables, as in 'x0 + i * dx', which rounds otherwise
      x += dx;
    }
}
void steps(int steps, int n, float *a, float dx) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    dx = 0.5f * dx;
    float x = 0;
    for (int i = 0; i < n; i++) {
      a[i] += x;
      // CHECK: sum_goes_on.c:[[@LINE-1]]:15: error: 'x' has here
      x += dx;
    }
  }
}
void some(int n, float *a, float dx) {
  float x = 0;
#pragma stencil
  for (int i = 0; i < n; i++) {
    a[i] = x;
    // CHECK: sum_goes_on.c:[[@LINE-1]]:12: error: 'x' has here
    if (i > 3)
      x += dx;
  }
}

#else // what it says to do
void rows(int ny, int nx, float (*a)[nx], float dx) {
  float x;
#pragma stencil
  for (int j = 0; j < ny; j++) {
    x = 0;
    for (int i = 0; i < nx; i++) {
      a[j][i] = x;
      x += dx;
    }
  }
}
void steps(int steps, int n, float *a, float dx) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    dx = 0.5f * dx;
    for (int i = 0; i < n; i++)
      a[i] += i * dx;
  }
}
#endif
