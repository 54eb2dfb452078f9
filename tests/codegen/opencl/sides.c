// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=sweep --tile=32x4x2 -o-dir %t/cl
// RUN: FileCheck %s < %t/cl/sides.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/cl/sides.kasane.opencl.c -o %t/sides.o
// RUN: %kasane %s --target=cuda --schedule=sweep --tile=32x4x2 -o-dir %t/cu
// RUN: FileCheck %s --check-prefix=CUDA < %t/cu/sides.kasane.cuda.cu
// RUN: %kasane %s --target=opencl --schedule=sweep --tile=32x4x2 -o-dir %t/ring -- -DROW='(j + 3) % ny'
// RUN: FileCheck %s --check-prefix=NONE < %t/ring/sides.kasane.opencl.c --implicit-check-not=ksn_side_ --implicit-check-not=.side_
// A launch may be for some of the rows: it says where they begin and end. Not where rows lie at any distance.
#ifndef ROW
#define ROW j + 2
#endif
void heat(int nx, int ny, int nz, int steps, float (*A)[ny][nx], float (*B)[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 2; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = A[k][j - 1][i] + A[k + 1][ROW][i];
    float (*tmp)[ny][nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: {.back = 0, .ahead = 1, .writes = 0, .left = 1, .right = 2}, /* A */
// CHECK-NEXT: {.back = 0, .ahead = 0, .writes = KSN_WRITES, .left = 0, .right = 0}, /* B */
// CHECK: .from = [[#FROM:]],
// CHECK: .shift = [[#FROM+4]],
// CHECK: .side_tile = 4,
// CHECK-NEXT: .side_dimension = 1,
// CHECK-NEXT: .side_slack = 0,
// CHECK-NEXT: .side_from = [[#FROM+2]]}
// CHECK: const long ksn_until,
// CHECK-NEXT: const long ksn_side_from,
// CHECK-NEXT: const long ksn_side_until,
// CHECK-NEXT: const long ksn_shift_A,
// CHECK: const long y0 = ksn_side_from + (long)get_group_id(1) * 4;
// CHECK: const int64_t ksn_side_from = 1, ksn_side_until = ny - 2;
// CUDA: const int64_t ksn_until, const int64_t ksn_side_from, const int64_t ksn_side_until,
// CUDA: const int64_t y0 = ksn_side_from + (int64_t)(blockIdx.y + ksn_from_y) * 4;
// NONE: const long ksn_until,
// NONE-NEXT: const long ksn_shift_A,
