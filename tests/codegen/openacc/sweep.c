// RUN: rm -rf %t && %kasane %s --target=openacc --schedule=sweep --tile=64x4 -o-dir %t
// RUN: FileCheck %s < %t/sweep.kasane.openacc.c --implicit-check-not=ksn_mul --implicit-check-not=openacc.h
// RUN: %gcc -Wall -Wextra -Werror -O2 -fopenacc -foffload=disable %include -c %t/sweep.kasane.openacc.c -o %t/sweep.o
// RUN: not %gcc %include -c %t/sweep.kasane.openacc.c -o %t/sweep.o 2>&1 | FileCheck %s --check-prefix=PLAIN
// A gang has a tile, its workers rows, their lanes cells. Kernels are functions that enqueue.
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
// CHECK: #ifndef _OPENACC
// CHECK: static void ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0(const float *restrict A, float *restrict B,
// CHECK: #pragma acc parallel loop gang collapse(2) num_workers(4) vector_length(32) deviceptr(A, B) async(KSN_QUEUE)
// CHECK-NEXT: for (int64_t y0 = 1; y0 < ny - 1; y0 += 4)
// CHECK-NEXT: for (int64_t x0 = 1; x0 < nx - 1; x0 += 64) {
// CHECK-NEXT: #pragma acc loop worker
// CHECK-NEXT: for (int64_t y = y0; y < ksn_min(y0 + 4, ny - 1); ++y) {
// CHECK: #pragma acc loop vector
// CHECK-NEXT: for (int64_t x = x0; x < ksn_min(x0 + 64, nx - 1); ++x) {
// CHECK-NEXT: B[B_row + x] = c * (A[A_row + x - 1] + A[A_row + x + nx]) / 3.0f;
// CHECK: .target = "openacc",
// CHECK: .device = &ksn_openacc_device
// CHECK: ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0(ksn_fields[ksn_at[0]].mem, ksn_fields[ksn_at[1]].mem, ny, nx, c);
// PLAIN: error: #error compile this file with -fopenacc
