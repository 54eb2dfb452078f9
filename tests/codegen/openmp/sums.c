// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep -o-dir %t
// RUN: FileCheck %s --check-prefixes=CHECK,ANY < %t/sums.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/sums.kasane.openmp.c -o %t/sums.o
// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep --fp=strict -o-dir %t
// RUN: FileCheck %s --check-prefix=STRICT < %t/sums.kasane.openmp.c
// What the cells leave for a sum is added up with vectors, where sums need not have their order.
float residual(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
  float sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    sum = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        float d = 0.25f * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]) - A[j][i];
        B[j][i] = A[j][i] + d;
        sum += d * d;
      }
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
  return sum;
}
// CHECK: float sum_part = 0.0f;
// ANY-NEXT: #pragma omp simd reduction(+ : sum_part)
// CHECK-NEXT: for (int64_t x = 1; x < nx - 1; x += 1) {
// CHECK-NEXT: sum_part = sum_part + sum_at
// STRICT-NOT: reduction
