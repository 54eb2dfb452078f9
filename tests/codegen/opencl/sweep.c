// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=sweep --tile=64x4 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/sweep.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/sweep.kasane.opencl.c -o %t/sweep.o
// The kernel is text in the C file; a work-group has the tile as its shape.
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
// CHECK: _sweep0_reach[] = {
// CHECK-NEXT: {.back = 0, .ahead = 1, .writes = 0}, /* A */
// CHECK-NEXT: {.back = 0, .ahead = 0, .writes = KSN_WRITES}, /* B */
// CHECK-NEXT: };
// CHECK: {.kernel = "ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0",
// CHECK-NEXT: .tile = 4,
// CHECK-NEXT: .dimension = 1,
// CHECK-NEXT: .slack = 0,
// CHECK-NEXT: .from = 5,
// CHECK-NEXT: .shift = 7,
// CHECK-NEXT: .count = 2,
// CHECK-NEXT: .reach = ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0_reach},
// CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK: __kernel __attribute__((reqd_work_group_size(32, 1, 1)))
// CHECK-NEXT: void ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0(
// CHECK-NEXT: __global const float *restrict A,
// CHECK-NEXT: __global float *restrict B,
// CHECK: const long ksn_from,
// CHECK-NEXT: const long ksn_until,
// CHECK-NEXT: const long ksn_shift_A,
// CHECK-NOT: __local
// CHECK: const long y0 = ksn_from + (long)get_group_id(1) * 4;
// CHECK: B[B_row + x - ksn_shift_B] = c *
// CHECK-NEXT: (A[A_row + x - 1 - ksn_shift_A] + A[A_row + x + nx - ksn_shift_A]) / 3.0f;
// CHECK: .target = "opencl",
// CHECK: .windows = ksn_sweep_{{[0-9a-f]+}}_heat_1_windows,
// CHECK: .device = &ksn_opencl_device
// CHECK: ksn_launch(&ksn_r, "ksn_sweep_{{[0-9a-f]+}}_heat_1_sweep0", ksn_grid, ksn_group,
