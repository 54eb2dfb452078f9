// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A processor's work-group is one work-item, which goes along whole rows. Its compiler hears that the cells of a tile's row are independent;
// of sweeps, whose arrays are declared to be apart, it sees that. Where only some cells load an element it hears nothing, since it might
// load it for all: what others ask for may not be memory. Tiles have room for it.
// RUN: %kasane %s --target=opencl --machine=pocl-avx512 --schedule=overlap --tile=16x8 --depth=2 -o-dir %t/tiles && FileCheck %s < %t/tiles/processor.kasane.opencl.c
// RUN: %kasane %s --target=opencl --machine=pocl-avx512 --schedule=sweep -o-dir %t/sweep && FileCheck %s --check-prefix=SWEEP < %t/sweep/processor.kasane.opencl.c
// RUN: %kasane %s --target=opencl --machine=gpu --schedule=overlap --tile=16x8 --depth=2 -o-dir %t/gpu && FileCheck %s --check-prefix=GPU < %t/gpu/processor.kasane.opencl.c

void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = c * (A[j][i - 1] + A[j + 1][i]) / 3.0f;
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}

void upwind(int nx, int ny, int steps, float (*u)[nx], float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = u[j][i] > 0 ? A[j][i - 1] : A[j][i + 1];
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}

void within(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        B[j][i] = (float)(i > 0 && A[j][i - 1] > 0.5f);
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}

// CHECK: reqd_work_group_size(1, 1, 1)
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: y += 1) {
// CHECK: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT: for (long x = {{.*}} x += 1) {

// CHECK: void {{.*}}_upwind_1_pass2(
// CHECK-NOT: #pragma
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK-NOT: #pragma
// CHECK: B_tile[{{.*}}] = (u[{{.*}}] > (float)0) ?
// CHECK-NEXT: A[
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT: for (long x =
// CHECK-NEXT: A_next[{{.*}}] = (u[{{.*}}] > (float)0) ?
// CHECK-NEXT: B_tile[

// CHECK: void {{.*}}_within_1_pass2(
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK-NOT: #pragma
// CHECK: B_tile[{{.*}}] = (float)((int)x > 0 && A[
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK: #pragma clang loop vectorize(assume_safety)
// CHECK: A_next[{{.*}}] = (float)((int)x > 0 && B_tile[

// SWEEP: reqd_work_group_size(1, 1, 1)
// SWEEP-NOT: #pragma clang
// SWEEP: x += 1) {

// GPU: reqd_work_group_size(16, 8, 1)
// GPU-NOT: #pragma clang
// GPU: x += 16) {
