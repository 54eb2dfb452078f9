// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil keep(a, n)
  // CHECK: keep_names_no_array.c:[[@LINE-1]]:25: error: the statement uses no one array or pointer 'n'; name those that its regions use
  for (int k = 0; k < 3; k++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
  }
}
void left(int n, float *a, float *b) {
#pragma stencil keep(a) scratch(a, b)
  // CHECK: keep_names_no_array.c:[[@LINE-1]]:36: error: the statement uses no one array or pointer 'b'; name those that its regions use
  for (int k = 0; k < 3; k++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
  }
}
