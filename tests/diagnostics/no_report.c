// RUN: not %kasane explain %s --report=%s 2>&1 | FileCheck %s
// CHECK: kasane: error: '{{.*}}no_report.c' is no report of a run; KASANE_REPORT=FILE writes one when the program ends
void f(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n; i++)
    b[i] = a[i - 1];
}
