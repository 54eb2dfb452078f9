// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
static float a[10], b[10];
void bounds(void) {
#pragma stencil
  for (int i = 0; i < 10; i++)
    b[i] = a[i + 1];
    // CHECK: subscript_out_of_bounds.c:[[@LINE-1]]:12: error: this subscript of 'a' along 'i' reaches 10, outside of the array by 1; narrow the loop or widen the array
}

#else // what it says to do
static float wide[11], result[10];
void followed(void) {
#pragma stencil
  for (int i = 0; i < 10; i++)
    result[i] = wide[i + 1];
#pragma stencil
  for (int i = 0; i < 9; i++)
    result[i] = result[i] + wide[i + 1];
}
#endif
