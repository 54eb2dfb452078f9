// RUN: rm -rf %t && %kasane %s --target=openacc --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/strict.kasane.openacc.c
// RUN: %gcc -Wall -Wextra -Werror -O2 -fopenacc -foffload=disable %include -c %t/strict.kasane.openacc.c -o %t/strict.o
// No product may be fused with a sum, by the host's compiler or by the card's; the program itself tries that.
void heat(int nx, int ny, int steps, float (*A)[nx], double (*B)[nx], float c, int (*w)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = A[j][i] * 2.0 - c * (A[j][i - 1] + A[j + 1][i]) / 3.0f;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = (float)(w[j][i] * 3 + B[j][i]);
  }
}
// CHECK: #pragma GCC optimize("fp-contract=off")
// CHECK: #include <openacc.h>
// CHECK: #pragma acc routine seq
// CHECK-NEXT: static inline float ksn_mulf(float a, float b) {
// CHECK-NEXT: return acc_on_device(acc_device_not_host) ? fmaf(a, b, -0.0f) : a * b;
// CHECK: static inline double ksn_div(double a, double b) {
// CHECK: (word & UINT64_C(0xfffffffffffff)) == 0 ? ksn_mul(a, 1.0 / b) : a / b;
// CHECK: static void ksn_try_float(const float *a, float *r, const int count) {
// CHECK: ksn_told->B[B_row + x] =
// CHECK-NEXT: ksn_mul((double)ksn_told->A[A_row + x], 2.0) -
// CHECK-NEXT: (double)(ksn_divf(ksn_mulf(c, ksn_told->A[A_row + x - 1] + ksn_told->A[A_row + x + nx]), 3.0f));
// CHECK: ksn_told->A[A_row + x] = (float)((double)(ksn_told->w[w_row + x] * 3) + ksn_told->B[B_row + x]);
// CHECK: {"ksn_try_double", (const void *)ksn_try_double, 0}
// CHECK: .kernels = ksn_strict_{{[0-9a-f]+}}_heat_1_kernels,
