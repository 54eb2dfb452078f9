// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=sweep --tile=64x4 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/sweep.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers %include -o %t/a.o -c -x c++ %t/sweep.kasane.cuda.cu
// A kernel is a function of the file, which the runtime finds in a table; a block has the tile as its shape.
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
// CHECK: static __global__ void ksn_try_float(const float *a, float *r) {
// CHECK: static __global__ void ksn_try_double(const double *a, double *r) {
// CHECK: extern "C" int ksn_sweep_{{[0-9a-f]+}}_heat_1_cuda(
// CHECK: static __global__ void __launch_bounds__(32)
// CHECK-NEXT: ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0(const float *__restrict__ A, float *__restrict__ B,
// CHECK: const int64_t ksn_from, const int64_t ksn_until,{{[[:space:]]+}}const unsigned ksn_from_y) {
// CHECK-NOT: __shared__
// CHECK: const int64_t y0 = ksn_from + (int64_t)(blockIdx.y + ksn_from_y) * 4;
// CHECK-NEXT: const int64_t x0 = (int64_t)blockIdx.x * 64;
// CHECK: B[B_row + x] = c * (A[A_row + x - 1] + A[A_row + x + nx]) / 3.0f;
// CHECK: static const ksn_kernel ksn_sweep_{{[0-9a-f]+}}_heat_1_kernels[] = {
// CHECK-NEXT: {"ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0", (const void *)ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0, 0},
// CHECK: .target = "cuda",
// CHECK: .device = &ksn_cuda_device
// CHECK: ksn_launch(&ksn_r, "ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0", ksn_grid, ksn_group,
