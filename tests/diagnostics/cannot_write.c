// RUN: echo "a file" > %t.file
// RUN: not %kasane %s -o-dir %t.file/out 2>&1 | FileCheck %s
void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * a[i];
}
// CHECK: kasane: error: cannot write '{{.*}}': 
