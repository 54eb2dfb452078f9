// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void elsewhere(int nx, int ny, float (*a)[nx], float (*b)[nx]) {
  float row[nx];
  // CHECK: row_array_elsewhere.c:[[@LINE-1]]:3: error: each round of a loop writes 'row' before it reads it, and something else in the region uses it, too; use another array there
#pragma stencil
  {
    for (int j = 0; j < ny; j++) {
      for (int i = 0; i < nx; i++)
        row[i] = 2 * a[j][i];
      for (int i = 1; i < nx; i++)
        b[j][i] = row[i - 1] + row[i];
    }
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        a[j][i] = row[i];
  }
}
