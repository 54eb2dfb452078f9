// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil scratch(c)
// CHECK: clause_names_no_array.c:[[@LINE-1]]:17: error: 'c' in clause 'scratch' is no array of this region; the arrays are a, b
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

void published(int n, float *a, float *b) {
#pragma tpace pipeline targetinout(b) targetin(a[0:n], c)
  // CHECK: clause_names_no_array.c:[[@LINE-1]]:56: error: 'c' in clause 'targetin' is no array of this region; the arrays are a, b
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
