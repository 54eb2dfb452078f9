// RUN: env KASANE_RUNTIME_INCLUDE=%t.missing not %kasane cc %s -o %t 2>&1 | FileCheck %s
int main(void) {
  float a[8] = {0}, b[8];
#pragma stencil
  for (int i = 0; i < 8; i++)
    b[i] = 2.0f * a[i];
  return (int)b[0];
}
// CHECK: kasane: error: kasane_rt.h is not in '{{.*}}.missing'; reinstall kasane, or set KASANE_RUNTIME_INCLUDE to the folder that holds it
