// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void loop_dim(int n, int steps, float a[n][n], float b[n][n]) {
#pragma tpace pipeline
  for (int t = 0; t < steps; t++) {
#pragma tpace loop dim(3)
    // CHECK: loop_dim.c:[[@LINE-1]]:24: error: the nest behind has 2 loops, not 3; write dim(2)
    // CHECK: loop_dim.c:[[@LINE+1]]:5: note: the loop is here
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
  }
}
