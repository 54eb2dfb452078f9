// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --schedule=sweep --tile=64x4 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/sweep_abreast.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers %include -o %t/a.o -c -x c++ %t/sweep_abreast.kasane.cuda.cu
// RUN: %kasane %s --target=opencl --machine=pocl-avx2 --schedule=sweep --tile=64x4 --fp=strict -o-dir %t
// RUN: FileCheck %s --check-prefix=CPU < %t/sweep_abreast.kasane.opencl.c
// Two cells of eight bytes for each work-item, where rows begin at multiples of two; those that don't fit in, one by one. A
// processor's compiler makes vectors of its own.
void heat(int nx, int ny, int steps, double (*A)[nx], double (*B)[nx], double c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = c * (A[j][i - 1] + A[j + 1][i]);
    double (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: _sweep0(const double *__restrict__ A, double *__restrict__ B,
// CHECK: const int64_t x0 = (int64_t)blockIdx.x * 64;
// CHECK: if (nx % 2 == 0) {
// CHECK-NEXT: for (int64_t first = x0 + (int64_t)threadIdx.x * 2; first < min(x0 + 64, nx - 1); first += 64) {
// CHECK-NEXT: if (first >= 2 && first + 2 <= nx - 2) {
// CHECK: const double2 ksn_row = *(const double2 *)(A + (A_row + first - 2));
// CHECK: A_1_1 = ksn_row.y;
// CHECK: const double2 ksn_row = *(const double2 *)(A + (A_row + first));
// CHECK: const double2 ksn_row = *(const double2 *)(A + (A_row + first + nx));
// CHECK: B_new_0 = c * (A_1_1 + A_3_0);
// CHECK: B_new_1 = c * (A_2_0 + A_3_1);
// CHECK: *(double2 *)(B + (B_row + first)) = make_double2(B_new_0, B_new_1);
// CHECK: } else {
// CHECK-NEXT: for (int64_t x = max(first, 1L); x < min(first + 2, min(x0 + 64, nx - 1)); x += 1) {
// CHECK: for (int64_t x = max(x0, 1L) + (int64_t)threadIdx.x; x < min(x0 + 64, nx - 1); x += 32) {
// CPU-NOT: double2
