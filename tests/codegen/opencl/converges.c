// RUN: %kasane %s --target=opencl --schedule=overlap --tile=64 --depth=8 -o-dir %t && FileCheck %s < %t/converges.kasane.opencl.c
// RUN: not grep -E "_(again[35678]|last[3567])\(" %t/converges.kasane.opencl.c
// A loop that its values end: passes of 8 steps and what remains of them are made by kernels of 8, 4, 2 and 1 steps, whichever step
// is the last; a pass that went too far is made again by one of two loops, not by a text for each of its steps.
#include <math.h>

void relax(int n, double *a, double *b, double tolerance, int most) {
#pragma stencil
  for (int t = 0; t < most; t++) {
    double far = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      far = fmax(far, fabs(b[i] - a[i]));
    }
    double *c = a;
    a = b;
    b = c;
    if (far < tolerance)
      break;
  }
}
// CHECK-DAG: _last8(
// CHECK-DAG: _last4(
// CHECK-DAG: _last2(
// CHECK-DAG: _last1(
// CHECK-DAG: _again4(
// CHECK-DAG: _again2(
// CHECK-DAG: _again1(
// CHECK: while (ksn_r.steps - ksn_done > 7) {
// CHECK-NEXT: ksn_pass(&ksn_r, 8);
// CHECK: ksn_done -= 8;
// CHECK-NEXT: ksn_stop(&ksn_r, ksn_done + 1);
// CHECK-NEXT: goto ksn_again_0;
// CHECK: ksn_stop(&ksn_r, ksn_done);
// CHECK-NEXT: goto ksn_stopped;
// CHECK: if (ksn_r.steps - ksn_done > 0)
// CHECK-NEXT: ksn_pass(&ksn_r, (int)(ksn_r.steps - ksn_done));
// CHECK-NEXT: while (ksn_r.steps - ksn_done > 4) {
// CHECK: while (ksn_r.steps - ksn_done > 2) {
// CHECK: while (ksn_r.steps - ksn_done > 0) {
// CHECK: {{^}}ksn_again_0:
// CHECK-NEXT: while (ksn_r.steps - ksn_done > 4) {
// CHECK: while (ksn_r.steps - ksn_done > 2) {
// CHECK: while (ksn_r.steps - ksn_done > 1) {
// CHECK-NOT: ksn_again_1
// CHECK: ksn_stopped:
