// RUN: not %kasane %s --depth=4 -o-dir %t 2>&1 | FileCheck %s
void show(const float *a, int n);
void host(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = 2 * a[i];
    show(a, n);
    // CHECK: host_code_in_every_step.c:[[@LINE-1]]:5: error: this runs in every step, or on a condition that the step computes, so that no two steps can be made at once; make it depend on the step alone, as in 'if (t % 100 == 0)', or use schedule(sweep)
  }
}
