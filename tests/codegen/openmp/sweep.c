// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep --tile=64x4 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/sweep.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/sweep.kasane.openmp.c -o %t/sweep.o
// One kernel for the nest: tiles shared out among the threads, rows as simd loops, the source's own expression.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = c * (A[j][i - 1] + A[j + 1][i]) / 3.0f;
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: sweep.c, translated by kasane {{.*}}: --target=openmp --schedule=sweep --tile=64x4 --fp=strict
// CHECK: #pragma STDC FP_CONTRACT OFF
// CHECK: #pragma GCC optimize("fp-contract=off")
// CHECK: static void ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0(const float *restrict A, float *restrict B, const int64_t ny,
// CHECK: #pragma omp parallel for collapse(2) schedule(static)
// CHECK-NEXT: for (int64_t y0 = 1; y0 < ny - 1; y0 += 4)
// CHECK-NEXT: for (int64_t x0 = 1; x0 < nx - 1; x0 += 64) {
// CHECK: #pragma omp simd
// CHECK-NEXT: for (int64_t x = x0; x < ksn_min(x0 + 64, nx - 1); ++x) {
// CHECK-NEXT: B[B_row + x] = c * (A[A_row + x - 1] + A[A_row + x + nx]) / 3.0f;
// CHECK: .family = "sweep",
// CHECK-NEXT: .tile = {64, 4, 1},
// CHECK: return ksn_decline(&ksn_about, ksn_a->call, "a loop nest has no cells");
// CHECK: if (!(ksn_disjoint(ksn_fields, 0, 1)))
// CHECK: ksn_pass(&ksn_r, 1);
