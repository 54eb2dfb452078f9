// RUN: cp %s %t.c
// RUN: not %kasane %t.c -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c
void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * a[i];
}
// CHECK: kasane: error: '{{.*}}' is a source, which is never overwritten; name another file or folder
