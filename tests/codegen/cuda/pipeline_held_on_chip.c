// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --schedule=pipeline --depth=2 --tile=28x28x64 --size=nx=512,ny=256,nz=256 -o-dir %t
// RUN: FileCheck %s < %t/pipeline_held_on_chip.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unknown-pragmas %include -o %t/a.o -c -x c++ %t/pipeline_held_on_chip.kasane.cuda.cu
// RUN: %kasane %s --target=cuda --machine=h200 --schedule=pipeline --depth=2 --tile=28x28x256 --size=nx=512,ny=256,nz=256 -o-dir %t/long
// RUN: FileCheck %s --check-prefix=LONG < %t/long/pipeline_held_on_chip.kasane.cuda.cu
// Ten coefficients of a cell, of which a work-item would hold three planes: they come into its own places on chip a plane ahead. The second
// step goes first, since it reads nothing that the first one makes in the same iteration, and the next plane takes the place of what it has read.
void step(int nx, int ny, int nz, int steps, float (*A)[ny][nx], float (*B)[ny][nx], float (*c)[nz][ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = c[0][k][j][i] * A[k + 1][j + 1][i] + c[1][k][j][i] * A[k][j + 1][i] + c[2][k][j][i] * A[k + 1][j][i + 1] +
                       c[3][k][j][i] * A[k - 1][j][i] + c[4][k][j][i] * A[k][j - 1][i] + c[5][k][j][i] * A[k][j][i - 1] +
                       c[6][k][j][i] * A[k][j][i + 1] + c[7][k][j][i] * A[k + 1][j][i] + c[8][k][j][i] * A[k - 1][j][i + 1] +
                       c[9][k][j][i] * A[k][j][i];
    float (*tmp)[ny][nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: ksn_bring(Element *to, const Element *from)
// CHECK: cp.async.ca.shared.global
// CHECK: _pass2(
// CHECK: float *const [[HELD:held[_0-9]*]] = (float *)(ksn_shared
// The first iteration looks at no plane that is wanted, so nothing comes before that.
// CHECK-NOT: ksn_bring([[HELD]] +
// CHECK: if (part == 1 && quiet != 0) {
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK: [[HELD]][slot_2_ago
// CHECK: ksn_arrive();
// CHECK: ksn_place(
// CHECK: ksn_bring([[HELD]] + ({{.*}}slot_2_ago{{.*}}
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: [[HELD]][slot{{[_0-9]*}}
// CHECK: __syncthreads();

// The first and the last of a group's 32 rows are looked at by no step: there the next row is brought once more. A stream without ends of
// its own brings its first plane, too.
// LONG: _pass2(
// LONG: const int64_t [[ROW:to_row[_0-9]*]] = (min(max([[Y:y_first[_0-9]*]], y_own - 1), y_own_end) - [[Y]]) * nx;
// LONG: const int64_t [[NEXT:to_row[_0-9]*]] = (min(max([[Y]] + 1, y_own - 1), y_own_end) - ([[Y]] + 1)) * nx;
// LONG: ksn_bring({{.*}}, c_0 + min(max(c_0_row + passed - 2 * nx * ny, nx * ny + nx + 1)
// LONG: if (part == 1 && quiet != 0) {
// LONG: const int64_t [[PLACE:place[_0-9]*]] = ksn_place(c_0_row + passed + (nx - nx * ny) + [[NEXT]]);
// LONG: const int64_t [[BEFORE:place[_0-9]*]] = ksn_place(c_0_row + passed - nx * ny + [[ROW]]);
// LONG-NEXT: ksn_bring({{.*}}, c_0 + [[BEFORE]]);
