// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
int asked(void);
void bound(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t += 2) {
    for (int i = 1; i < n + t; i++)
      // CHECK: bound_depends_on_time.c:[[@LINE-1]]:25: error: this bound depends on the time loop's variable; let the loop go as far as it does in any step, and test in its cells, as in 'if (i < t)'
      b[i] = a[i - 1] + a[i];
    if (asked())
      break;
  }
}

#else // what it says to do
int asked(void);
void bound(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t += 2) {
    for (int i = 1; i < n + steps; i++)
      if (i < n + t)
        b[i] = a[i - 1] + a[i];
    if (asked())
      break;
  }
}
#endif
