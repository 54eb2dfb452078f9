// RUN: %kasane %s --target=opencl --schedule=pipeline --tile=24x12x32 --depth=2 -o-dir %t && FileCheck %s < %t/pipeline_ends.kasane.opencl.c
// RUN: %kasane %s --target=opencl --schedule=pipeline --tile=24x12x32 --depth=2 --size=nx=512,ny=508,nz=512 -o-dir %t && FileCheck --check-prefix=KNOWN %s < %t/pipeline_ends.kasane.opencl.c
// Tiles at the ends of an axis have what lies between them and the end, where their halo would be. Along x they begin with rows of
// memory. A launch for some of the rows has others beside them.
void heat(int nx, int ny, int nz, float A[nz][ny][nx], float B[nz][ny][nx], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = 0.5f * A[k][j][i] + 0.1f * (A[k][j][i - 1] + A[k][j][i + 1] + A[k][j - 1][i] + A[k][j + 1][i] + A[k - 1][j][i]);
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          A[k][j][i] = B[k][j][i];
  }
}
// CHECK: _pass2_body(
// CHECK: const long y_tile = ksn_side_from + (long)get_group_id(1) * 12;
// CHECK: const long x_tile = (long)get_group_id(0) * 24;
// CHECK: const long x0 = x_tile;
// CHECK: const long x_own = (x_tile == 0) ? 0 : x0;
// CHECK: const long x_own_end = (variant <= 1) ?
// CHECK-NEXT: ((x0 + 24 + 6 >= nx) ? nx : (x0 + 24)) :
// CHECK: const long y_whole = (ksn_side_from == 0 && ksn_side_until == ny) ? 1L : 0L;
// CHECK: const long y0 = (variant <= 1) ? (y_tile + ((y_whole != 0) ? 2L : 0L)) :
// CHECK: const long y_own = (y_whole != 0 && y_tile == 0) ? 0 : y0;
// CHECK: const long y_own_end = (variant <= 1) ?
// CHECK-NEXT: ((y_whole != 0 && y0 + 12 + 2 >= ny) ? ny : min(y0 + 12, ksn_side_until)) :
// CHECK: const size_t ksn_grid[3] = {ksn_groups(ksn_max(nx - 6, 1), 24), ksn_groups(ksn_max(ny - 4, 1), 12),
// CHECK-NEXT: ksn_groups(nz - 1, 32)}

// By these lengths there is a tile less along y (42 of 12 rows), and none less along x.
// KNOWN: _pass2_body(
// KNOWN-NOT: x_own
// KNOWN: const long y_own = (y_whole != 0 && y_tile == 0) ? 0 : y0;
// KNOWN-NOT: x_own
// KNOWN: const size_t ksn_grid[3] = {ksn_groups(nx, 24), ksn_groups(ksn_max(ny - 4, 1), 12), ksn_groups(nz - 1, 32)}
