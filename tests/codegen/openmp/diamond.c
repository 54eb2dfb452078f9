// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=diamond --tile=64x8 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/diamond.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/diamond.kasane.openmp.c -o %t/diamond.o
// One kernel for any number of steps: fronts in order, their diamonds shared out, blocks along x, the user's arrays.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float d = c * t;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = d * (A[j][i - 1] + A[j + 1][i]) / 3.0f;
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: /* Diamonds of 8 along y, all steps of a pass. The diamonds of a front need nothing of each other, so
// CHECK: static void ksn_diamond_{{[0-9a-f]+}}_heat_1_diamonds(float *restrict A, float *restrict B,
// CHECK: #pragma omp parallel
// CHECK-NEXT: for (int64_t front = {{.*}}; front < {{.*}}; ++front) {
// CHECK-NEXT: const int64_t first_step =
// CHECK: #pragma omp for schedule(dynamic, 1)
// CHECK-NEXT: for (int64_t diamond =
// CHECK: for (int64_t x0 = 1; x0 < {{.*}}; x0 += 64) {
// CHECK-NEXT: for (int64_t step = first_step; step < end_step; step += 1) {
// CHECK-NEXT: const int64_t t_now = t + step;
// CHECK-NEXT: const float d_0 = c * (float)((int32_t)t_now);
// CHECK: const int64_t y_from =
// CHECK: const float *restrict const A_now = (step % 2 == 0) ? A : B;
// CHECK-NEXT: float *restrict const B_now = (step % 2 == 0) ? B : A;
// CHECK: #pragma omp simd
// CHECK-NEXT: for (int64_t x = x_from; x < x_until; ++x) {
// CHECK-NEXT: B_now[B_row + x] = d_0 * (A_now[A_row + x - 1] + A_now[A_row + x + nx]) / 3.0f;
// One step by itself.
// CHECK: one step of loop nest 1
// CHECK: .family = "diamond",
// CHECK-NEXT: .tile = {64, 8, 1},
// CHECK: while (ksn_r.steps - ksn_done > 1) {
// CHECK: const int64_t ksn_steps = ksn_min(ksn_r.steps - ksn_done, 1024);
// CHECK-NEXT: ksn_pass(&ksn_r, (int)ksn_steps);
// CHECK: for (int64_t ksn_k = ksn_steps % 2; ksn_k > 0; --ksn_k) {
