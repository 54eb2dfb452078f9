// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void tpace_outside_region(int n, float a[n][n], float b[n][n]) {
#pragma tpace loop dim(2)
  // CHECK: tpace_outside_region.c:[[@LINE-1]]:15: error: 'loop' belongs to no region; put '#pragma tpace pipeline' before the time loop
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
}
