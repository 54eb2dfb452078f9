// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil keep(a, b) depth(2)
  // CHECK: keep_stands_alone.c:[[@LINE-1]]:28: error: 'keep' is no clause of a region; give it a directive of its own before the statement that has the regions in it
  for (int k = 0; k < 3; k++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
  }
}
