// RUN: rm -rf %t && %kasane %s --target=openmp,opencl --schedule=sweep --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/columns.kasane.openmp.c
// RUN: FileCheck %s --check-prefix=ITEMS < %t/columns.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/columns.kasane.openmp.c -o %t/columns.o
// A row whose cells ask how near its ends they are: those between the ends have the answers, and the others, of both ends, one
// loop. What is asked of a place elsewhere, or of the row, stays. Work-items ask for themselves.
void around(int nx, int ny, int steps, double (*u)[nx], double (*v)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        if (i == 0 || j == 0)
          v[j][i] = u[j][i];
        else
          v[j][i] = u[j][i - 1] + u[j][(i + 2) % nx] + (i > 100 ? 1.0 : i < nx - 1 ? 2.0 : 3.0);
    double (*w)[nx] = u;
    u = v;
    v = w;
  }
}
// CHECK: const int64_t x_first = ksn_min(1, nx);
// CHECK-NEXT: const int64_t x_end = ksn_max(x_first, nx - 2);
// CHECK-NEXT: #pragma omp simd
// CHECK-NEXT: for (int64_t x = x_first; x < x_end; ++x) {
// CHECK-NEXT: if ((int32_t)y == 0) {
// CHECK: u[u_row + x - 1] + u[u_row + x + 2] + (((int32_t)x > 100) ? 1.0 : 2.0)
// CHECK: for (int64_t x_edge = 0; x_edge < nx - (x_end - x_first); ++x_edge) {
// CHECK-NEXT: const int64_t x = x_edge + ((x_edge < x_first) ? 0 : (x_end - x_first));
// CHECK-NEXT: if ((int32_t)x == 0 || (int32_t)y == 0) {
// CHECK: ? u[u_row + x + (2 - nx)] : u[u_row + x + 2]
// ITEMS-NOT: x_edge
