// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void heat(int n, int steps, float *a, float *b) {
#pragma stencil depth(4
  // CHECK: clause_not_closed.c:[[@LINE-1]]:17: error: clause 'depth' has no ')' at its end; write it
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
