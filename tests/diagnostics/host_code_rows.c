// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void show(int t);
void host(int nx, int ny, int steps, float **a, float **b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = 2 * a[j][i];
    float **c = a;
    a = b;
    b = c;
    if (t % 10 == 0)
      show(t);
    // CHECK: host_code_rows.c:[[@LINE-2]]:5: error: '{{a|b}}' is a table of row pointers, which host code in the time loop could change; move the host code out of the region, or use one array
  }
}
