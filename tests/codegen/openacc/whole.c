// RUN: rm -rf %t && %kasane %s --target=openacc --tile=64x4 -o-dir %t
// RUN: FileCheck %s < %t/whole.kasane.openacc.c --implicit-check-not=ksn_from --implicit-check-not=ksn_copy_planes --implicit-check-not=windows
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenacc -foffload=disable %include -c %t/whole.kasane.openacc.c -o %t/whole.o
// A kernel that looks at planes at any distance has the whole grid, always.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.5f * (A[j][i - 1] + A[(j + 1) % ny][i]);
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = B[j][i];
  }
}
// CHECK: for (int64_t y0 = 1; y0 < ny; y0 += 4)
// CHECK: _sweep0_start(const ksn_arg *ksn_args) {
// CHECK-NEXT: const struct ksn_whole_{{[0-9a-f]+}}_heat_1_sweep0_arguments ksn_told = {
// CHECK-NEXT: KSN_VALUE(void *, ksn_args[0]), KSN_VALUE(void *, ksn_args[1]),
