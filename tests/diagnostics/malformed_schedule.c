// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil schedule(sweep, overlap)
// CHECK: malformed_schedule.c:[[@LINE-1]]:17: error: the argument of 'schedule' is no single name; write schedule(overlap)
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
