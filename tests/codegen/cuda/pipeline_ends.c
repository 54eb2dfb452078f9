// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --schedule=pipeline --depth=2 --tile=28x12x16 -o-dir %t
// RUN: FileCheck %s < %t/pipeline_ends.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unknown-pragmas %include -o %t/a.o -c -x c++ %t/pipeline_ends.kasane.cuda.cu
// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --schedule=pipeline --depth=2 --tile=28x12x256 -o-dir %t
// RUN: FileCheck %s --check-prefixes=BRIEF,WINDOW < %t/pipeline_ends.kasane.cuda.cu
// RUN: rm -rf %t && %kasane %s --target=opencl --machine=h200 --schedule=pipeline --depth=2 --tile=28x12x256 -o-dir %t
// RUN: FileCheck %s --check-prefix=WINDOW < %t/pipeline_ends.kasane.opencl.c
// A stream of 16 planes: its first four iterations have a loop of their own, each with what it makes.
void step(int nx, int ny, int nz, int steps, float (*A)[ny][nx], float (*B)[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = 0.25f * (A[k + 1][j][i] + A[k][j + 1][i] + A[k][j][i - 1] + A[k - 1][j][i]);
    float (*tmp)[ny][nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: _pass2(
// CHECK: const int64_t straight = (quiet != 0{{.*}}) ? 1L : 0L;
// CHECK: const int64_t begins = (straight != 0 &&
// CHECK-NEXT: (z_start == z0 - 2 && (z_start >= 3 &&
// CHECK-NEXT: z_start + 4 <= {{.*}})) ? 1L : 0L;
// CHECK: const int64_t calm = min((begins != 0) ? (z_start + 4) : max(z_start, 3L), z_end + 2);
// CHECK: const int64_t rest = (straight != 0) ?
// CHECK: for (int64_t part = 0; part < 4; part += 1) {
// CHECK: if (part == 1 && quiet != 0) {
// Calm planes that fill no body, one at a time.
// CHECK: if (part == 2) {
// CHECK-NEXT: /* planes that are left of those in which all cells are updated */
// CHECK-NEXT: for (int64_t at_z = calm_end; at_z < rest; at_z += 1) {
// CHECK: if (part == 0 && begins != 0) {
// CHECK-NEXT: /* the first planes: each time there are more steps to make */
// CHECK: #pragma unroll
// CHECK-NEXT: for (int64_t turn = 0; turn < 4; turn += 1) {
// CHECK-NOT: step 1 of 2
// CHECK: if (turn >= 2) {
// CHECK-NEXT: /* step 1 of 2, loop nest 1 */
// CHECK-NOT: step 2 of 2
// CHECK: __syncthreads();
// CHECK: for (int64_t at_z = (part == 0) ? z_start : ((part == 1) ? calm : rest);
// CHECK-NOT: _brief

// Of 256 planes they are a small part, but not of a window of 48.
// BRIEF: Variants: 0 {{.*}}_pass2, 1 {{.*}}_pass2_brief
// BRIEF: for (int64_t part = 0; part < ((variant == 0) ? 3L : 4L); part += 1) {
// BRIEF: } else if (variant == 1 && part == 2) {
// BRIEF: } else if (variant == 1 && (part == 0 && begins{{.*}} != 0)) {
// BRIEF-NOT: _last2_brief(
// WINDOW: .kernel = "ksn_{{.*}}_pass2",
// WINDOW: .brief = "ksn_{{.*}}_pass2_brief",
// WINDOW-NEXT: .brief_planes = 48}
