// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep --distribute=mpi -o-dir %t/a
// RUN: FileCheck %s < %t/a/distribute_mpi.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/a/distribute_mpi.kasane.openmp.c -o %t/a.o
//
// The hash is the text's: other kernels have another.
// RUN: %kasane %s --target=openmp --schedule=sweep --distribute=mpi -o-dir %t/b -- -DFACTOR=0.5f
// RUN: %kasane %s --target=openmp --schedule=sweep --distribute=mpi -o-dir %t/c
// RUN: grep -h '_offer = ' -A2 %t/a/distribute_mpi.kasane.openmp.c > %t/offer_a
// RUN: grep -h '_offer = ' -A2 %t/b/distribute_mpi.kasane.openmp.c > %t/offer_b
// RUN: grep -h '_offer = ' -A2 %t/c/distribute_mpi.kasane.openmp.c | cmp - %t/offer_a
// RUN: not cmp -s %t/offer_a %t/offer_b
//
// Ranks aren't told of a region that is translated without the option.
// RUN: %kasane %s --target=openmp --schedule=sweep --distribute -o-dir %t/d
// RUN: not grep offer %t/d/distribute_mpi.kasane.openmp.c
#ifndef FACTOR
#define FACTOR 0.25f
#endif
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = FACTOR * (A[j][i - 1] + A[j + 1][i]);
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: _windows[] = {
// CHECK: static int [[NAME:ksn_distribute_mpi_[0-9a-f]+_heat_1]]_serve(void *ksn_block) {
// CHECK-NEXT: return [[NAME]]_openmp((struct [[NAME]]_args *)ksn_block);
// CHECK: static ksn_offer [[NAME]]_offer = {
// CHECK-SAME: "[[NAME]]_openmp",
// CHECK-NEXT: "{{[0-9a-f]+}}",
// CHECK-NEXT: [[NAME]]_serve,
// CHECK-NEXT: sizeof(struct [[NAME]]_args),
// CHECK-NEXT: NULL,
// CHECK-NEXT: 0,
// CHECK-NEXT: &ksn_linked_with_distribute_mpi,
// CHECK-NEXT: NULL,
// CHECK-NEXT: NULL};
// CHECK-NEXT: __attribute__((constructor(101))) static void [[NAME]]_offered(void) {
// CHECK: int [[NAME]]_openmp(struct [[NAME]]_args *ksn_a) {
// CHECK: .offer = &[[NAME]]_offer};
