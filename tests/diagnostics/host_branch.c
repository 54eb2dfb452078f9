// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void branch(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 2)
      for (int i = 1; i < n - 1; i++)
        // CHECK: host_branch.c:[[@LINE-1]]:7: error: an 'if' between the loops of a step can only set scalars and break, store to single elements under a condition on the step, or have arms that are the same but for their arrays; move other conditions into the cells
        b[i] = a[i - 1] + a[i + 1];
  }
}
