// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void nothing(float *a) {
#pragma stencil
// CHECK: nothing_under_directive.c:[[@LINE-1]]:9: error: what follows '#pragma stencil' is no loop; put it on the line before the time loop or the loop nest
  a[0] = 1.0f;
}

void published(float *a) {
#pragma tpace pipeline
  // CHECK: nothing_under_directive.c:[[@LINE-1]]:9: error: what follows '#pragma tpace pipeline' is no loop; put it on the line before the time loop or the loop nest
  a[0] = 1.0f;
}
