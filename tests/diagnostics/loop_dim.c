// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane --target=opencl %s -o-dir %t -- -DFOLLOWED
// RUN: %kasane --target=opencl %s -o-dir %t -- -DFOLLOWED -DAXIS
#ifdef FOLLOWED
#define OUTER 2
#define INNER 1
#else
#define OUTER 3
#define INNER 2
#endif
void loop_dim(int n, int steps, float a[n][n], float b[n][n]) {
#pragma tpace pipeline
  for (int t = 0; t < steps; t++) {
#pragma tpace loop dim(OUTER)
    // CHECK: loop_dim.c:[[@LINE-1]]:24: error: the loop behind runs along axis 2, 1 being the fastest in memory, and its nest has 2 from there on, not 3; write dim(2)
    // CHECK: loop_dim.c:[[@LINE+1]]:5: note: the loop is here
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
  }
}

void inner(int n, int steps, float a[n][n], float b[n][n]) {
#pragma tpace pipeline
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < n - 1; j++)
#pragma tpace loop dim(INNER)
      // CHECK: loop_dim.c:[[@LINE-1]]:24: error: the loop behind runs along axis 1, 1 being the fastest in memory, and its nest has 1 from there on, not 2; write dim(1)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
}

// The inner loop runs along the slowest axis.
void permuted(int n, int steps, float a[n][n][n], float b[n][n][n]) {
#pragma tpace pipeline
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < n - 1; j++)
#ifndef FOLLOWED
#pragma tpace loop dim(1)
#elif defined(AXIS)
#pragma tpace loop dim(3)
#else
#pragma tpace loop dim(2)
#endif
      // CHECK: loop_dim.c:[[@LINE-6]]:24: error: the loop behind runs along axis 3, 1 being the fastest in memory, and its nest has 2 from there on, not 1; write dim(3) or dim(2)
      for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < n - 1; i++)
          b[k][j][i] = a[k][j][i - 1] + a[k][j][i + 1];
}
