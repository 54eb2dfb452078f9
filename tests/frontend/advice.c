// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// What a compiler may take as advice: a call's value is its first argument's, or it does nothing.
#define likely(x) __builtin_expect(!!(x), 1)

static double middle(const double *a, int i) {
  if (__builtin_expect(i > 5, 1))
    return 0.5 * (a[i - 1] + a[i + 1]);
  return a[i];
}

void step(int n, int steps, double *restrict u, double *restrict v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const double *a = __builtin_assume_aligned(u, 16);
    for (int i = 1; i < n - 1; i++) {
      __builtin_prefetch(&a[i + 8]);
      if (likely(a[i] < 6))
        v[i] = middle(a, i);
    }
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}
// CHECK: stage x in [1, n - 1)
// CHECK: < f64(6)
// CHECK: (0.5 * (u[-1] + u[+1]))
// CHECK: stage x in [1, n - 1)
// CHECK-NEXT: u[+0] := v[+0]
