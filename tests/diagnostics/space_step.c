// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void loop(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i += 2)
  // CHECK: space_step.c:[[@LINE-1]]:30: error: a loop over cells with a step other than 1 is not supported yet; visit every cell, with an 'if' where some are left out
    b[i] = a[i - 1] + a[i + 1];
}
