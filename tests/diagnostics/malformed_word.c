// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void malformed_word(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
  for (int t = 0; t < steps; t++) {
#pragma stencil calc(a)
// CHECK: malformed_word.c:[[@LINE-1]]:17: error: 'calc' takes no argument; write it alone
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
#pragma stencil end
}

void published(int n, float *a, float *b) {
#pragma tpace pipeline async(1)
  // CHECK: malformed_word.c:[[@LINE-1]]:24: error: 'async' takes no argument; write it alone
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
