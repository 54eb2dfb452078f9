// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil shedule(sweep)
// CHECK: misspelt_clause.c:[[@LINE-1]]:17: error: unknown clause 'shedule'; did you mean 'schedule'?
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

void published(int n, float *a, float *b) {
#pragma tpace pipeline targetinuot(b) targetin(a)
  // CHECK: misspelt_clause.c:[[@LINE-1]]:24: error: unknown clause 'targetinuot'; did you mean 'targetinout'?
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
