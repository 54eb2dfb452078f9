// RUN: %kasane %s --dump-after=frontend -o-dir %t | FileCheck %s
// RUN: %kasane %s -o-dir %t && FileCheck %s --check-prefix=TEXT --input-file=%t/neighbours.kasane.openmp.c
// A call that the clause names refreshes halos, alone, under a condition or with another one; other host code doesn't.
void exchange(float *a, int n);
void reflect(float *a);
void save(float *a);
int ranks;

void heat(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
// CHECK: host code 1 refreshes halos
// CHECK: host code 2 refreshes halos
// CHECK: host code 3 after the moves if
// TEXT: ksn_suspend_neighbours(&ksn_r, 1,
// TEXT: ksn_suspend_neighbours(&ksn_r, 2,
// TEXT: ksn_suspend(&ksn_r, 3,
#pragma stencil neighbours(exchange, reflect)
  for (int t = 0; t < steps; t++) {
    exchange(a[0], nx);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    if (ranks > 1) {
      exchange(&b[0][0], nx);
      reflect(b[0]);
    }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i];
    if (t % 10 == 0)
      save(a[0]);
  }
}
