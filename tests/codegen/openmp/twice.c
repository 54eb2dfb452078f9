// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep --tile=64x4 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/twice.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/twice.kasane.openmp.c -o %t/twice.o
// Two conditions on a row that compare the same two values: gcc 13 keeps the branches. One condition is none of its matter.
void clamped(int nx, int ny, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      B[j][i] = 0.5f * A[j + 2 > ny - 1 ? ny - 1 : j + 2][i];
}
void once(int nx, int ny, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      B[j][i] = 0.5f * A[j + 1 > ny - 1 ? ny - 1 : j + 1][i];
}
// CHECK: #pragma GCC optimize("fp-contract=off")
// CHECK: #if defined __GNUC__ && !defined __clang__ && __GNUC__ == 13
// CHECK-NEXT: __attribute__((optimize("no-tree-loop-if-convert")))
// CHECK-NEXT: #endif
// CHECK-NEXT: static void{{$}}
// CHECK-NEXT: ksn_twice_{{[0-9a-f]+}}_clamped_1_sweep0(
// CHECK-NOT: optimize(
// CHECK: static void ksn_twice_{{[0-9a-f]+}}_once_1_sweep0(
