// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void kept(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx], float *row) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++) {
      for (int i = 0; i < nx; i++)
        if (a[j][i] > 0)
          row[i] = 2 * a[j][i];
      for (int i = 1; i < nx; i++)
        b[j][i] = row[i - 1] + row[i];
      // CHECK: row_array_kept.c:[[@LINE-1]]:19: error: 'row' is stored anew in each round of the loop over 'j', and something may read it behind the region; declare it inside of that loop where nothing does
    }
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        a[j][i] = b[j][i];
  }
}
