// RUN: not %kasane --target=openacc %s -o-dir %t 2>&1 | FileCheck %s
// RUN: sed 's/schedule(overlap)//' %s > %t.plain.c && not %kasane --target=openmp,openacc --schedule=pipeline %t.plain.c -o-dir %t 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not %kasane --target=openacc --depth=2 %t.plain.c -o-dir %t 2>&1 | FileCheck %s --check-prefix=DEPTH
void line(int n, int steps, float *a, float *b) {
#pragma stencil schedule(overlap)
  // CHECK: only_sweeps.c:[[@LINE-1]]:17: error: target openacc makes one step at a time and has no schedule overlap; use schedule sweep, or another target
  // OPTION: error: target openacc makes one step at a time and has no schedule pipeline; use schedule sweep, or another target
  // DEPTH: error: target openacc makes one step at a time and has no schedule overlap; use schedule sweep, or another target
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
