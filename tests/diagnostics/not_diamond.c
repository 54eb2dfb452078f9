// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -DNAMES 2>&1 | FileCheck --check-prefix=RING %s
#ifndef NAMES
void far(int n, int m, int steps, float (*a)[n], float (*b)[n]) {
#pragma stencil schedule(diamond)
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < m; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i] + a[j + 1 < m ? j + 1 : 0][i];
    // CHECK: not_diamond.c:[[@LINE-1]]:29: error: schedule diamond can't be used here, since 'j' is a ring, along which diamonds have no end to begin at; use another schedule, or leave it to the translator
    float (*c)[n] = a;
    a = b;
    b = c;
  }
}
#else
void ring(int n, int m, int steps, float (*a)[n], float (*b)[n]) {
#pragma stencil schedule(diamond) tile(64, 8)
  // RING: not_diamond.c:[[@LINE-1]]:35: error: schedule diamond can't be used here, since it can't cut the axis 'i'; write 'all' for its extent;
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < m - 1; j++)
      for (int i = 0; i < n; i++)
        b[j][i] = a[j - 1][i] + a[j + 1][(i + 1) % n];
    float (*c)[n] = a;
    a = b;
    b = c;
  }
}
#endif
