// RUN: rm -rf %t && %kasane %s --target=cuda --machine=c2070 --schedule=pipeline --depth=2 --tile=60x12x32 -o-dir %t
// RUN: FileCheck %s < %t/pipeline_held.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unknown-pragmas %include -o %t/a.o -c -x c++ %t/pipeline_held.kasane.cuda.cu
// Four coefficients of a cell: where registers suffice, the first level loads them, a plane's at one place, and brings near those of later planes; the
// second level, a plane behind, has them.
void step(int nx, int ny, int nz, int steps, float (*A)[ny][nx], float (*B)[ny][nx], float (*c)[nz][ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = c[0][k][j][i] * A[k + 1][j][i] + c[1][k][j][i] * A[k][j + 1][i] + c[2][k][j][i] * A[k][j - 1][i] + c[3][k][j][i] * A[k - 1][j][i];
    float (*tmp)[ny][nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: _pass2(
// CHECK: if (part == 1 && quiet != 0) {
// Planes are brought near two ahead.
// CHECK: if (until - (int32_t)turn > 2) {
// CHECK-NEXT: ksn_prefetch(A + (c_0_row + passed + 2 * nx * ny));
// CHECK: const int64_t [[AHEAD:place[_0-9]*]] = ksn_place(
// CHECK-NEXT: const int64_t [[PLACE:place[_0-9]*]] = ksn_place(
// CHECK: *(const float2 *)(c_0 + [[PLACE]])
// CHECK: ksn_prefetch(c_0 + [[AHEAD]]);
// CHECK: *(const float2 *)(c_3 + [[PLACE]])
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: A_cells[1]
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK: A_cells[2]
