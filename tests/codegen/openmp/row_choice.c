// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/row_choice.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/row_choice.kasane.openmp.c -o %t/row_choice.o
// What a row decides stands before the loop over its cells, at corners too; what differs from cell to cell stays.
void around(int nx, int ny, int steps, double (*u)[nx], double (*v)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        v[j][i] = 0.25 * (u[(j + 1) % ny][i] + u[j > 0 ? j - 1 : j][i]) + 0.5 * u[(j + 1) % ny][i > 0 ? i - 1 : i] + (i > j ? u[j][i] : 0);
    double (*w)[nx] = u;
    u = v;
    v = w;
  }
}
// CHECK: const int64_t u_row = y * nx;
// CHECK: const int64_t [[NEXT:u_row_[0-9]+]] = {{.*y \+ 1 >= .*\?}}
// CHECK: const int64_t [[BEFORE:u_row_[0-9]+]] = {{.*y [<>].*\?}}
// CHECK-NEXT: const int64_t u_row_3 = {{.*y \+ 1 >= .*\?}}
// CHECK: omp simd
// CHECK-NEXT: for (int64_t x
// CHECK-NEXT: v[v_row + x] = 0.25 * (u{{\[}}[[NEXT]] + x] + u{{\[}}[[BEFORE]] + x]) + 0.5 * u[u_row_3 + x]
// CHECK-NEXT: (((int32_t)x > (int32_t)y) ? u[u_row + x] : ((double)0))
// CHECK: for (int64_t x_edge
// CHECK: v[v_row + x] = 0.25 * (u{{\[}}[[NEXT]] + x] + u{{\[}}[[BEFORE]] + x]) + 0.5 * ((x > 0) ? u[u_row_3 + x] : u{{\[}}[[NEXT]] + x])
// CHECK-NEXT: (((int32_t)x > (int32_t)y) ? u[u_row + x] : ((double)0))
