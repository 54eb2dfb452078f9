// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil tile(8) schedule(sweep) tile(16)
// CHECK: duplicate_clause.c:[[@LINE-1]]:41: error: clause 'tile' is given twice; keep one
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

void pipelines(int n, float *a, float *b) {
#pragma tpace pipeline targetinout(b) targetin(a)
#pragma tpace pipeline halo([1:1])
  // CHECK: duplicate_clause.c:[[@LINE-1]]:15: error: clause 'pipeline' is given twice; keep one
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

void lists(int n, float *a, float *b) {
#pragma tpace pipeline async async
  // CHECK: duplicate_clause.c:[[@LINE-1]]:30: error: clause 'async' is given twice; keep one
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
