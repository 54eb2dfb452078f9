// RUN: rm -rf %t
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not ls %t/does_not_compile.c
void broken(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * missing[i];
  // CHECK: does_not_compile.c:[[@LINE-1]]:19: error: use of undeclared identifier 'missing'
}
// CHECK: kasane: error: '{{.*}}does_not_compile.c' is not translated because of the compiler's errors above; flags for the compiler go after '--'
