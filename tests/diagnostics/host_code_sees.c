// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void show(const float *a, int n);
void host(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 2 * a[i];
    float *c = a, *second = a + 1;
    a = b;
    b = c;
    if (t % 10 == 0)
      show(second, n - 1);
    // CHECK: host_code_sees.c:[[@LINE-1]]:12: error: host code uses 'second', which has no place of its own at this point of the step; declare a variable before the region for what it needs
  }
}
