// RUN: env KASANE_CC=%t.missing not %kasane cc %s -o %t 2>&1 | FileCheck %s
int main(void) { return 0; }
// CHECK: kasane: error: cannot run '{{.*}}.missing': {{.*}}; KASANE_CC names the C compiler
