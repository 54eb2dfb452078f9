// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two arrays that no step changes, read at the cell itself.
void smooth(int nx, int ny, int steps, float (*u)[nx], float (*v)[nx], const float (*c)[nx], const float (*d)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = c[j][i] * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) + d[j][i];
    float (*w)[nx] = u;
    u = v;
    v = w;
  }
}
