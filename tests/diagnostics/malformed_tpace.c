// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void malformed_tpace(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float (*c)[nx]) {
#pragma tpace
// CHECK: malformed_tpace.c:[[@LINE-1]]:9: error: '#pragma tpace' goes on with 'init', with 'pipeline' and its clauses, or with 'loop dim(n)'; write one of these on a line of its own
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = c[j][i] * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
}

void more(int n, float *a, float *b) {
#pragma tpace init async
  // CHECK: malformed_tpace.c:[[@LINE-1]]:20: error: '#pragma tpace' goes on with
#pragma tpace whatever
  // CHECK: malformed_tpace.c:[[@LINE-1]]:15: error: '#pragma tpace' goes on with
#pragma tpace pipelin targetin(a)
  // CHECK: malformed_tpace.c:[[@LINE-1]]:15: error: unknown clause 'pipelin'; did you mean 'pipeline'?
#pragma tpace init()
  // CHECK: malformed_tpace.c:[[@LINE-1]]:15: error: 'init' takes no argument; write it alone
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
