// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void loop(int n, float *a, float *b) {
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1 + j / 2; i < n - 1; i += 2)
    // CHECK: space_step.c:[[@LINE-1]]:18: error: the first value of this loop over cells is not known to within its step; write it as 'lo + (j + c) % 2', or visit every cell, with an 'if' where some are left out
      b[j * n + i] = a[j * n + i - 1] + a[j * n + i + 1];
}

#else // what it says to do
void followed(int n, int c, float a[n][n], float b[n][n]) {
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1 + (j + c) % 2; i < n - 1; i += 2)
      b[j][i] = a[j][i - 1];
}
#endif
