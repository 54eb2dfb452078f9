// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil frobnicate(3)
// CHECK: unknown_clause.c:[[@LINE-1]]:17: error: unknown clause 'frobnicate'; the clauses are schedule, tile, depth, target, scratch, noalias
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

void published(int n, float *a, float *b) {
#pragma tpace pipeline frobnicate(3)
  // CHECK: unknown_clause.c:[[@LINE-1]]:24: error: unknown clause 'frobnicate'; the clauses are targetinout, targetin, size, halo, async
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

void short_word(int n, float *a, float *b) {
#pragma tpace pipeline dim(1)
  // CHECK: unknown_clause.c:[[@LINE-1]]:24: error: unknown clause 'dim'; the clauses are targetinout, targetin, size, halo, async
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
