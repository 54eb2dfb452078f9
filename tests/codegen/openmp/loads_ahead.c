// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/loads_ahead.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O3 -march=haswell -fopenmp -fopt-info-vec-all %include -c %t/loads_ahead.kasane.openmp.c -o %t/loads_ahead.o 2> %t/vectors
// RUN: FileCheck --check-prefix=VECTORS %s < %t/vectors
// What only other elements ask for is loaded ahead, and the loop has no branch: a processor without masked loads of bytes makes vectors of it.
void upwind(int n, int steps, const signed char (*wind)[n], signed char (*u)[n], signed char (*v)[n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        v[j][i] = wind[j][i] > 0 ? u[j][i - 1] : u[j][i + 1];
    signed char (*w)[n] = u;
    u = v;
    v = w;
  }
}
// CHECK: omp simd
// CHECK-NEXT: for (int64_t x
// CHECK-NEXT: int8_t u_ahead = u[u_row + x - 1];
// CHECK-NEXT: int8_t u_ahead_1 = u[u_row + x + 1];
// CHECK-NEXT: v[v_row + x] = {{.*}}wind[wind_row + x] > 0) ? {{.*}}u_ahead{{\)?}} : {{.*}}u_ahead_1
// VECTORS-NOT: control flow in loop
// VECTORS: loop vectorized
// VECTORS-NOT: control flow in loop
