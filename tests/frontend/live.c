// RUN: %kasane %s -o - | FileCheck %s
// What is read after the region gets the value that the loops would have left, no more than that; the region's own text
// stays below as it was.
int last(int n, int steps, float *a, float *b) {
  float *first = a;
  int t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    float *tmp = a;
    a = b;
    b = tmp;
  }
  return t + (a == first);
}
// CHECK: if (ksn_how == 1) {
// CHECK-NEXT: a = ksn_a.p0;
// CHECK-NEXT: b = ksn_a.p1;
// CHECK-NEXT: t = 0; if (0 < steps) t = steps;
// CHECK-NEXT: } else if (ksn_how == 2) {
// CHECK-NEXT: __typeof__(t) ksn_e0 = t;
// CHECK: t = ksn_e0;
// CHECK-NEXT: a = ksn_a.p0;
// CHECK-NEXT: b = ksn_a.p1;
// CHECK-NEXT: t = 0; if (0 < steps) t = steps;
// CHECK-NEXT: long long const ksn_l0 = t;
// CHECK-NEXT: do {
// CHECK-NEXT: t = ksn_e0;
// CHECK: if (!ksn_verify_step(ksn_a.call)) break;
// CHECK: ksn_verify_pointer(ksn_a.call, "a", ksn_a.p0, a);
// CHECK: ksn_verify_left_integer(ksn_a.call, "t", ksn_l0, t);
// CHECK: } else {
// CHECK-NEXT: #line 8 "{{.*}}live.c"
// CHECK-NEXT: for (t = 0; t < steps; t++) {
// CHECK-NEXT: for (int i = 1; i < n - 1; i++)
// CHECK-NEXT: b[i] = 0.5f * (a[i - 1] + a[i + 1]);
// CHECK: #line 14 "{{.*}}live.c"
// CHECK: return t + (a == first);
