// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void ghosts(int n, int steps, float a[n][n], float b[n][n]) {
#pragma stencil outofcore(steps = 4)
  // CHECK: not_out_of_core.c:[[@LINE-1]]:17: error: the arrays can't be streamed through a device: an element of 'a' lies at a distance of {{.*}} along 'j'; drop 'outofcore'
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) {
      a[0][i] = a[n - 2][i];
      a[n - 1][i] = a[1][i];
    }
    for (int j = 1; j < n - 1; j++)
      for (int i = 0; i < n; i++)
        b[j][i] = a[j - 1][i] + a[j + 1][i];
    for (int j = 1; j < n - 1; j++)
      for (int i = 0; i < n; i++)
        a[j][i] = b[j][i];
  }
}

#define N 64
void ring(int steps, float a[N][N], float b[N][N]) {
#pragma stencil outofcore
  // CHECK: not_out_of_core.c:[[@LINE-1]]:17: error: the arrays can't be streamed through a device: axis 'j' closes to a ring, and not all planes of it are updated alike; drop 'outofcore'
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < N; j++)
      for (int i = 0; i < N; i++)
        b[j][i] = a[(j + N - 1) % N][i] + a[(j + 1) % N][i];
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        a[j][i] = b[j][i];
  }
}

void published(int steps, float a[N][N], float b[N][N]) {
#pragma tpace pipeline async
  // CHECK: not_out_of_core.c:[[@LINE-1]]:15: error: the arrays can't be streamed through a device: axis 'j' closes to a ring, and not all planes of it are updated alike; drop 'tpace pipeline'
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < N; j++)
      for (int i = 0; i < N; i++)
        b[j][i] = a[(j + N - 1) % N][i] + a[(j + 1) % N][i];
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        a[j][i] = b[j][i];
  }
}
