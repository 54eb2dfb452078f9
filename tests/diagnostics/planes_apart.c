// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void planes(int nx, int ny, int steps, float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int i = 0; i < nx; i++)
      b[0][i] = b[ny - 2][i];
      // CHECK: planes_apart.c:[[@LINE-1]]:17: error: this element of 'b' lies at a distance from the stored plane that is no constant; give each stored plane a nest of its own (copies between opposite edges are not supported yet)
    float (*c)[nx] = a;
    a = b;
    b = c;
  }
}
