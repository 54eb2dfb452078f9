// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep --tile=64x4 --distribute -o-dir %t
// RUN: FileCheck %s < %t/distribute.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/distribute.kasane.openmp.c -o %t/distribute.o
// RUN: %kasane %s --target=openmp --schedule=diamond --distribute -o-dir %t/diamond
// RUN: FileCheck %s --check-prefix=WHOLE --implicit-check-not=ksn_window < %t/diamond/distribute.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/diamond/distribute.kasane.openmp.c -o %t/diamond.o
// The runtime starts the kernel, by its name, on as many planes as it sees fit.
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
// CHECK: static void [[SWEEP:ksn_distribute_[0-9a-f]+_heat_1_sweep0]](const float *restrict A, float *restrict B,
// CHECK: const int64_t ksn_until) {
// CHECK: for (int64_t y0 = ksn_from; y0 < ksn_until; y0 += 4)
// CHECK: y < ksn_min(ksn_min(y0 + 4, ksn_until), ny - 1)
// CHECK: static void [[SWEEP]]_start(const ksn_run *ksn_r, const ksn_arg *ksn_args) {
// CHECK: [[SWEEP]](KSN_VALUE(void *, ksn_args[0]), KSN_VALUE(void *, ksn_args[1]),
// CHECK: static const ksn_reach [[SWEEP]]_reach[] = {
// CHECK-NEXT: {.back = 0, .ahead = 1, .writes = 0}, /* A */
// CHECK-NEXT: {.back = 0, .ahead = 0, .writes = KSN_WRITES}, /* B */
// CHECK: {"[[SWEEP]]", (const void *)[[SWEEP]]_start, 0},
// CHECK: ksn_launch(&ksn_r, "[[SWEEP]]",
// WHOLE-NOT: ksn_launch
