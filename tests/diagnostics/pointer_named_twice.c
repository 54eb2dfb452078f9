// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static float *u;
static void simulate(int n, int steps, float *a, float *b) {
  for (int t = 0; t < steps; t++) {
// CHECK: pointer_named_twice.c:[[@LINE-1]]:3: error: the pointer to 'u' moves from step to step, and the array has another name in the time loop; use one name for it there
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + u[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}
void pointer_named_twice(int n, int steps, float *b) {
#pragma stencil
  simulate(n, steps, u, b);
// CHECK: pointer_named_twice.c:[[@LINE-1]]:3: note: 'simulate' is called here
}
