// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil keep(a, b)
  for (int k = 0; k < 3; k++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
    c[0] = 1;
    // CHECK: kept_used.c:[[@LINE-1]]:5: error: 'c' is used here outside of the regions, while it is kept on the device; put '#pragma stencil home(c)' before the statement, end the kept statement before, or don't keep it
  }
}
