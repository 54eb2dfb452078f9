// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// Loops from one place beside a cell to another count distances where they fill an array of the cell's own, or ask a
// table by the distance.
static const int weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
void least(int ny, int nx, int steps, double u[ny][nx], double v[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        double in[2];
        int n = 0;
        for (int i = x - 1; i <= x + 1; i += 2)
          in[n++] = u[y][i];
        v[y][x] = in[0] < in[1] ? in[0] : in[1];
      }
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++)
        u[y][x] = v[y][x];
  }
}
// CHECK: stencil {{.*}}_least_1
// CHECK: stage y in [1, ny - 1) x in [1, nx - 1)
// CHECK: in_0 = u[+0][-1]
// CHECK: in_1 = u[+0][+1]

// The axes of a small picture stay axes.
void smooth(int steps, double *restrict u, double *restrict v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < 29; y++)
      for (int x = 1; x < 39; x++) {
        double near[2], sum = 0;
        for (int j = 0; j < 2; j++)
          near[j] = u[(y + 2 * j - 1) * 40 + x];
        for (int j = y - 1; j <= y + 1; j++)
          for (int i = x - 1; i <= x + 1; i++)
            sum += weights[j - y + 1][i - x + 1] * u[j * 40 + i];
        v[y * 40 + x] = sum + near[0] - near[1];
      }
    for (int y = 1; y < 29; y++)
      for (int x = 1; x < 39; x++)
        u[y * 40 + x] = v[y * 40 + x];
  }
}
// CHECK: stencil {{.*}}_smooth_1
// CHECK: stage y in [1, 29) x in [1, 39)
// CHECK: near_0 = u[-1][+0]
// CHECK: near_1 = u[+1][+0]
// CHECK: stage y in [1, 29) x in [1, 39)
// CHECK-NOT: stage
