// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void malformed_loop(int n, int steps, float a[n][n], float b[n][n]) {
#pragma tpace pipeline
  for (int t = 0; t < steps; t++) {
#pragma tpace loop
    // CHECK: malformed_loop.c:[[@LINE-1]]:15: error: 'loop' needs a number, the axis of the loop behind, 1 for the fastest in memory, or how many loops its nest has; write loop dim(2)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
  }
}

void not_a_number(int n, float a[n][n], float b[n][n]) {
#pragma tpace pipeline
#pragma tpace loop dim(n)
  // CHECK: malformed_loop.c:[[@LINE-1]]:24: error: 'loop' needs a number, the axis of the loop behind, 1 for the fastest in memory, or how many loops its nest has; write loop dim(2)
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
}
