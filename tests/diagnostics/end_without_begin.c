// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void end_without_begin(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
#pragma stencil end
// CHECK: end_without_begin.c:[[@LINE-1]]:17: error: this 'end' closes no region; put '#pragma stencil begin' before the region's first statement, in the same block
}

// The cause comes first, whichever step found it.
void misspelt(int n, float *a, float *b) {
#pragma stencil begn
  // CHECK: end_without_begin.c:[[@LINE-1]]:17: error: unknown clause 'begn'; did you mean 'begin'?
  for (int i = 1; i < n; i++)
    b[i] = a[i - 1];
#pragma stencil end
  // CHECK: end_without_begin.c:[[@LINE-1]]:17: error: this 'end' closes no region
}
