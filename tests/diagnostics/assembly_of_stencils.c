// RUN: not %kasane cc -S %s -o %t.s 2>&1 | FileCheck %s
void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * a[i];
}
// CHECK: kasane: error: '{{.*}}assembly_of_stencils.c' cannot be translated to one file of assembly; use -c, or compile it with another compiler
