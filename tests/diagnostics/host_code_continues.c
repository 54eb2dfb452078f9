// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
int save(const float *a, int n);
void host(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 10 == 0 && save(a, n))
      continue;
    // CHECK: host_code_continues.c:[[@LINE-1]]:7: error: 'continue' skips the rest of the step here; let host code with it be the last statement of the step
    for (int i = 1; i < n - 1; i++)
      a[i] = 2 * a[i];
  }
}

// Behind it the loop would count.
void counts(int n, int steps, float *a) {
  int t = 0, rounds = 0;
#pragma stencil
  while (t < steps) {
    rounds++;
    for (int i = 1; i < n - 1; i++)
      a[i] = 2 * a[i];
    if (rounds % 10 == 0 && save(a, n))
      continue;
    // CHECK: host_code_continues.c:[[@LINE-1]]:7: error: 'continue' skips the rest of the step here
    t++;
  }
}
