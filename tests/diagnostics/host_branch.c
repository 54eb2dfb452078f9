// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void branch(int n, int steps, float *a, float *b) {
  int k = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    if (t % 2) {
      while (k < t)
        // CHECK: host_branch.c:[[@LINE-1]]:7: error: this can't stand under an 'if' between the loops of a step, which may hold loops over cells, stores to single elements, scalars that are set, and a 'break' at its end; move it out of the 'if'
        k++;
      a[0] = k;
    }
  }
}
