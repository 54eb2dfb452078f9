// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void no_nest_behind(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil calc
// CHECK: no_nest_behind.c:[[@LINE-1]]:17: error: no loop nest of a step follows 'calc'; put it on the line before the nest
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
  }
#pragma stencil end
}

void loop(int n, int steps, float *a, float *b) {
#pragma tpace pipeline
#pragma tpace loop dim(1)
  // CHECK: no_nest_behind.c:[[@LINE-1]]:15: error: no loop nest of a step follows 'loop'; put it on the line before the nest
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
}
