// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --schedule=pipeline --depth=3 --tile=26x58x32 -o-dir %t
// RUN: FileCheck %s < %t/pipeline_places.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unknown-pragmas %include -o %t/a.o -c -x c++ %t/pipeline_places.kasane.cuda.cu
// Four coefficients of a cell are read at one place, which the compiler doesn't see through. A work-item has 128 registers: its neighbours' values of
// three levels stay on chip. The compiler is told that the unit holds no further group.
void step(int nx, int ny, int nz, int steps, float (*A)[ny][nx], float (*B)[ny][nx], float (*c)[nz][ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = c[0][k][j][i] * A[k + 1][j][i + 1] + c[1][k][j][i] * (A[k + 1][j + 1][i] - A[k - 1][j + 1][i]) + c[2][k][j][i] * (A[k][j + 1][i + 1] - A[k][j - 1][i + 1]) +
                       c[3][k][j][i] * (A[k - 1][j][i - 1] + A[k][j - 1][i - 1]) + A[k + 1][j - 1][i] + A[k + 1][j][i - 1] + A[k - 1][j][i + 1];
    float (*tmp)[ny][nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: static __device__ inline int64_t ksn_place(const int64_t index) {
// CHECK: _pass3_body(
// CHECK-NOT: c_1_row
// CHECK: const int64_t [[PLACE:place[_0-9]*]] = ksn_place([[ROW:[Ac_0]+_row]] + passed{{.*}});
// CHECK: c_0{{[_0-9]*}}{{\[}}[[PLACE]]]
// CHECK: shared[slot_3_ago
// CHECK: __launch_bounds__(512, 1)
