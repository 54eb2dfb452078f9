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
// Values that only this place of the step has: the array is filled ahead of the nests, and printed behind them.
int printf(const char *format, ...);
int v[2] = {70, 80};
void values(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int v[2] = {t, (int)a[3]};
    for (int i = 1; i < n - 1; i++)
      b[i] = 2 * a[i];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    printf("%d %d\n", v[0], v[1]);
    // CHECK: host_code_sees.c:[[@LINE-1]]:23: error: host code uses 'v', which has no place of its own at this point of the step; declare a variable before the region for what it needs
  }
}
void taps(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float w[3] = {.25f, .5f, .25f};
    for (int i = 1; i < n - 1; i++)
      b[i] = w[0] * a[i - 1] + w[1] * a[i] + w[2] * a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    printf("%g\n", w[1]);
    // CHECK: host_code_sees.c:[[@LINE-1]]:20: error: host code uses 'w', which has no place of its own at this point of the step; declare a variable before the region for what it needs
  }
}
