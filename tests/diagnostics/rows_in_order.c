// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void ordered(int nx, int ny, float (*a)[nx]) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++) {
    float row[nx];
    for (int i = 0; i < nx; i++)
      row[i] = a[j - 1][i] + a[j + 1][i];
    for (int i = 1; i < nx - 1; i++)
      a[j][i] = row[i - 1] + row[i + 1];
    // CHECK: rows_in_order.c:[[@LINE-1]]:7: error: each round of the loop over 'j' makes several loops, and 'a' is used here by a later round too, so the rounds depend on each other; store to a second array, or give each loop a nest of its own
  }
}
