// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// Each of these calls the one before twice.
#define TWICE(name, of) static float name(float x) { return of(x) + of(x + 1); }
static float f0(float x) { return x; }
TWICE(f1, f0) TWICE(f2, f1) TWICE(f3, f2) TWICE(f4, f3) TWICE(f5, f4) TWICE(f6, f5) TWICE(f7, f6) TWICE(f8, f7)
TWICE(f9, f8) TWICE(f10, f9) TWICE(f11, f10) TWICE(f12, f11) TWICE(f13, f12)
void often(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = f13(a[i]);
  // CHECK: too_many_calls.c:{{[0-9]+}}:{{[0-9]+}}: error: 'f{{[0-9]+}}' is called more often than can be written out; compute what it returns once and keep it in a variable
}
