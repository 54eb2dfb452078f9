// RUN: %kasane cc -S %s -o %t.s 2>&1 | FileCheck %s
// RUN: not %kasane cc -S %s -o %t.s -Werror=stencil-assembly
void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * a[i];
}
// CHECK: kasane: warning: '{{.*}}assembly_of_stencils.c' becomes assembly as it stands, its stencil loops are not translated; -c makes a translated object [-Wstencil-assembly]
