// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static float a[10], b[10];
void bounds(void) {
#pragma stencil
  for (int i = 0; i < 10; i++)
    b[i] = a[i + 1];
    // CHECK: subscript_out_of_bounds.c:[[@LINE-1]]:12: error: this subscript of 'a' along 'i' reaches 10, outside of the array by 1; narrow the loop or widen the array
}
