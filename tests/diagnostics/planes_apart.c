// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void planes(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = b[j][i - 1] + b[j][i + 1];
    for (int i = 1; i < nx - 1; i++) {
      b[0][i] = a[0][i];
      b[ny - 1][i] = b[0][i - 1];
      // CHECK: planes_apart.c:[[@LINE-1]]:7: error: this element of 'b' lies at a distance from the other stored plane that is no constant; give each stored plane a nest of its own
    }
  }
}

void behind(int nx, int ny, int m, float (*a)[nx], float (*b)[nx]) { // a strip, and its first row again
#pragma stencil
  for (int t = 0; t < 2; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        a[j][i] += b[j][i];
    for (int j = 0; j < m; j++)
      for (int i = 0; i < nx; i++) {
        a[j][i] = b[0][i];
        a[m + j][i] = a[0][i];
        // CHECK: planes_apart.c:[[@LINE-1]]:9: error: this element of 'a' lies at a distance from the other stored plane that is no constant
      }
  }
}

// The last cell of the nest sets what its first cell has set.
void first(int n, int nx, float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int t = 0; t < 2; t++) {
    for (int j = 0; j < n; j++)
      for (int i = 0; i < nx; i++)
        if (j == 0) {
          a[0][i] = b[0][i];
          a[n - 1][i] = b[n][i];
          // CHECK: planes_apart.c:[[@LINE-1]]:11: error: this element of 'a' lies at a distance from the other stored plane that is no constant
        } else {
          a[j][i] = 2 * b[j][i];
        }
    for (int j = 0; j < n; j++)
      for (int i = 0; i < nx; i++)
        b[j][i] = a[j][i];
  }
}
