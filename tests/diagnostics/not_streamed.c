// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck --check-prefix=GPU %s
// RUN: not %kasane --target=openmp %s -o-dir %t 2>&1 | FileCheck --check-prefix=CPU %s
void line(int n, int steps, float *a, float *b) {
#pragma stencil schedule(pipeline)
  // CPU: not_streamed.c:[[@LINE-1]]:17: error: schedule pipeline can't be used here: target openmp has no work-groups; use schedule overlap
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}

#define N 64
void ghosts(int steps, float a[N][N], float b[N][N]) {
#pragma stencil schedule(pipeline) depth(2)
  // GPU: not_streamed.c:[[@LINE-1]]:17: error: schedule pipeline can't be used here: its ghost cells are refreshed from the other side; use schedule overlap
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < N; j++) {
      a[j][0] = a[j][N - 2];
      a[j][N - 1] = a[j][1];
    }
    for (int j = 0; j < N; j++)
      for (int i = 1; i < N - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 0; j < N; j++)
      for (int i = 1; i < N - 1; i++)
        a[j][i] = b[j][i];
  }
}
