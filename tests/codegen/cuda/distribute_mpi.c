// Ranks find the region by its name. They run no constructors, so they call the function by which CUDA's compiler makes
// the kernels known.
// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=sweep --distribute=mpi -o-dir %t/a
// RUN: FileCheck %s < %t/a/distribute_mpi.kasane.cuda.cu
// RUN: %kasane %s --target=cuda --schedule=sweep -o-dir %t/b
// RUN: not grep "offer\|RegisterAll" %t/b/distribute_mpi.kasane.cuda.cu
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.5f * (A[j][i - 1] + A[j + 1][i]);
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: #include "kasane_ranks.h"
// CHECK: #pragma nv_diag_suppress 114
// CHECK-NEXT: static void __sti____cudaRegisterAll(void);
// CHECK: static ksn_offer [[NAME:ksn_distribute_mpi_[0-9a-f]+_heat_1]]_offer = {
// CHECK-SAME: "[[NAME]]_cuda",
// CHECK: &ksn_linked_with_distribute_mpi,
// CHECK-NEXT: __sti____cudaRegisterAll,
// CHECK-NEXT: NULL};
// CHECK: .offer = &[[NAME]]_offer};
