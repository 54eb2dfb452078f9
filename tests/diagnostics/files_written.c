// RUN: rm -rf %t && mkdir %t && cd %t && cp %s . && %kasane files_written.c --verbose 2>&1 | FileCheck %s
// CHECK: {{^}}wrote files_written.kasane.c, files_written.kasane.openmp.c
void run(int n, double (*a)[n], double (*b)[n]) {
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
}
