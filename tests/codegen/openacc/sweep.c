// RUN: rm -rf %t && %kasane %s --target=openacc --schedule=sweep --tile=64x4 -o-dir %t
// RUN: FileCheck %s < %t/sweep.kasane.openacc.c --implicit-check-not=ksn_mul --implicit-check-not=openacc.h
// RUN: %gcc -Wall -Wextra -Werror -O2 -fopenacc -foffload=disable %include -c %t/sweep.kasane.openacc.c -o %t/sweep.o
// RUN: %kasane %s --target=openacc --schedule=sweep --tile=1x1 -o-dir %t/cell
// RUN: FileCheck %s --check-prefix=CELL < %t/cell/sweep.kasane.openacc.c
// RUN: %gcc -Wall -Wextra -Werror -O2 -fopenacc -foffload=disable %include -c %t/cell/sweep.kasane.openacc.c -o %t/cell.o
// RUN: not %gcc %include -c %t/sweep.kasane.openacc.c -o %t/sweep.o 2>&1 | FileCheck %s --check-prefix=PLAIN
// A gang has a tile, its workers rows, their lanes cells. Kernels are functions that enqueue, on the planes that the runtime
// says. They find all that in a variable on the device.
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
// CHECK: static void ksn_copy_planes(void *to, const void *from, const int64_t bytes, const int queue) {
// CHECK: #pragma acc parallel loop gang vector deviceptr(to, from) async(queue)
// CHECK: {{^}}struct [[SWEEP:ksn_sweep_[0-9a-f]+_heat_1_sweep0]]_arguments {
// CHECK-NEXT: const float *A;
// CHECK-NEXT: float *B;
// CHECK: float c;
// CHECK-NEXT: int64_t ksn_from;
// CHECK-NEXT: int64_t ksn_until;
// CHECK-NEXT: } [[SWEEP]]_told;
// CHECK-NEXT: #pragma acc declare create([[SWEEP]]_told)
// CHECK-NEXT: static void [[SWEEP]](void) {
// CHECK-NEXT: #pragma acc parallel num_workers(1) vector_length(32) async(KSN_QUEUE)
// CHECK-NEXT: {
// CHECK-NEXT: const struct [[SWEEP]]_arguments *const ksn_told = &[[SWEEP]]_told;
// CHECK-NEXT: const int64_t ny = ksn_told->ny;
// CHECK: const int64_t ksn_until = ksn_told->ksn_until;
// CHECK-NEXT: #pragma acc loop gang collapse(2)
// CHECK-NEXT: for (int64_t y0 = ksn_from; y0 < ksn_until; y0 += 4)
// CHECK-NEXT: for (int64_t x0 = 1; x0 < nx - 1; x0 += 64) {
// CHECK-NEXT: #pragma acc loop worker
// CHECK-NEXT: for (int64_t y = y0; y < ksn_min(ksn_min(y0 + 4, ksn_until), ny - 1); ++y) {
// CHECK: #pragma acc loop vector
// CHECK-NEXT: for (int64_t x = x0; x < ksn_min(x0 + 64, nx - 1); ++x) {
// CHECK-NEXT: ksn_told->B[B_row + x] = c * (ksn_told->A[A_row + x - 1] + ksn_told->A[A_row + x + nx]) / 3.0f;
// CHECK: static void [[SWEEP]]_start(const ksn_arg *ksn_args) {
// CHECK-NEXT: const struct [[SWEEP]]_arguments ksn_told = {
// CHECK-NEXT: KSN_VALUE(void *, ksn_args[0]), KSN_VALUE(void *, ksn_args[1]),
// CHECK-SAME: KSN_VALUE(int64_t, ksn_args[2]),
// CHECK-NEXT: KSN_VALUE(int64_t, ksn_args[3]),
// CHECK-SAME: KSN_VALUE(float, ksn_args[4]),
// CHECK-SAME: KSN_VALUE(int64_t, ksn_args[5]),
// CHECK-NEXT: KSN_VALUE(int64_t, ksn_args[6])};
// CHECK-NEXT: ksn_tell(&[[SWEEP]]_told, &ksn_told, sizeof ksn_told);
// CHECK-NEXT: [[SWEEP]]();
// CHECK: [[SWEEP]]_reach[] = {
// CHECK-NEXT: {.back = 0, .ahead = 1, .writes = 0}, /* A */
// CHECK-NEXT: {.back = 0, .ahead = 0, .writes = KSN_WRITES}, /* B */
// CHECK: {.kernel = "[[SWEEP]]",
// CHECK-NEXT: .tile = 4,
// CHECK-NEXT: .dimension = 1,
// CHECK-NEXT: .slack = 0,
// CHECK-NEXT: .from = 5,
// CHECK-NEXT: .shift = 0,
// CHECK-NEXT: .count = 2,
// CHECK-NEXT: .reach = [[SWEEP]]_reach},
// CHECK: {"[[SWEEP]]", (const void *)[[SWEEP]]_start, 0},
// CHECK-NEXT: {"ksn_copy_planes", (const void *)ksn_copy_planes, 0},
// CHECK: .target = "openacc",
// CHECK: .windows = ksn_sweep_{{[0-9a-f]+}}_heat_1_windows,
// CHECK: .device = &ksn_openacc_device
// CHECK: const int64_t ksn_from = 1, ksn_until = ny - 1;
// CHECK-NEXT: const size_t ksn_grid[3] = {ksn_groups(nx - 1 - 1, 64), ksn_groups(ny - 1 - 1, 4), 1},
// CHECK: ksn_launch(&ksn_r, "[[SWEEP]]", ksn_grid, ksn_group,
// Only the host asks how far the grid goes along y.
// CELL: sweep0_arguments {
// CELL-NEXT: const float *A;
// CELL-NEXT: float *B;
// CELL-NEXT: int64_t nx;
// CELL-NEXT: float c;
// CELL-NEXT: int64_t ksn_from;
// CELL-NEXT: int64_t ksn_until;
// CELL-NEXT: }
// CELL: const int64_t ksn_from = 1, ksn_until = ny - 1;
// PLAIN: error: #error compile this file with -fopenacc
