// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=pipeline --tile=24x32 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/pipeline.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/pipeline.kasane.opencl.c -o %t/pipeline.o
// Work-items stream along y: each plane of A is loaded once, a plane ahead; step 2 works a plane behind step 1. What the
// left neighbour has, and only that, is handed over on chip, with one barrier a plane. Planes that all levels update have loops of
// their own, for groups with cells that aren't updated and for the others, unrolled over the two planes that are held, so that
// no value moves.
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
// CHECK: #define ksn_prefetch(address) asm volatile(
// CHECK: #define ksn_prefetch(address) prefetch(address, 1)
// CHECK: ksn_pipeline_{{[0-9a-f]+}}_heat_1_pass2(
// CHECK: __local float shared[{{[0-9]+}}];
// CHECK: const long item_x = {{.*}}get_local_id(0)
// CHECK: const long x_first = x0 + item_x - 2;
// CHECK: const long y_start = max(y0, 1L);
// CHECK: const long quiet = (x0 {{.*}}) ? 1L : 0L;
// CHECK: const long calm = min(max(y_start, 3L), y_end + 2);
// CHECK: const long calm_end = calm + {{.*}} - calm,
// CHECK-NEXT: 0L) / 2 * 2;
// The first plane, as near as the array goes.
// CHECK: A_v0_0_ahead = A[min(max(A_row + passed, nx), {{.*}}) - ksn_shift_0];
// CHECK: for (long part = 0; part < 3; part += 1) {
// CHECK-NEXT: if (part == 1) {
// CHECK-NEXT: if (quiet != 0) {
// CHECK-NEXT: for (long at_y = calm; at_y < calm_end; at_y += 2) {
// CHECK-NOT: {{outside |outside_1}}
// CHECK: A_v0_0_p0 = A_v0_0_ahead;
// CHECK-NEXT: A_v0_0_ahead = A[A_row + passed + nx - ksn_shift_0];
// CHECK-NEXT: if (until > 4) {
// CHECK-NEXT: ksn_prefetch(A + (A_row + passed + 4 * nx - ksn_shift_0));
// CHECK: A_v0_m1_p1 = shared[slot_1_ago - 1];
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: B_v0_0_p0 = c * (A_v0_m1_p1 + A_v0_0_p0) / 3.0f;
// CHECK: shared[slot + {{[0-9]+}}] = B_v0_0_p0;
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK: A_v1_0_p0 = c * (B_v0_m1_p1 + B_v0_0_p0) / 3.0f;
// CHECK: A_next[A_row + passed - 2 * nx - ksn_shift_1] = A_v1_0_p0;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: A_v0_0_p1 = A_v0_0_p0;
// CHECK: A_v0_0_p1 = A_v0_0_ahead;
// At the rim of the plane, a bit of each cell tells in every plane where it is.
// CHECK: for (long at_y = calm; at_y < calm_end; at_y += 1) {
// CHECK: const int rim = (until{{.*}} > 0) ? 0 : 1;
// CHECK: if (!((outside | rim) & 1)) {
// CHECK-NEXT: A_v0_0_ahead = A[A_row + passed + nx - ksn_shift_0];
// CHECK: if (((outside_1 | rim) & (~(outside | rim))) & 1) {
// CHECK-NEXT: B_v0_0_ahead = B[A_row + passed - nx - ksn_shift_2];
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: B_v0_0_p0 = c * (A_v0_m1_p1 + A_v0_0_p0) / 3.0f;
// CHECK: B_v0_0_p0 = ((outside_1 | rim) & 1) ? B_v0_0_ahead : B_v0_0_p0;
// Before and behind them, planes are asked for as well.
// CHECK: for (long at_y = (part == 0) ? y_start : calm_end; at_y < ((part == 0) ? calm : (y_end + 2)); at_y += 1) {
// CHECK: A_v0_0_p0 = A_v0_0_ahead;
// Where the next plane is memory, and the cell of it.
// CHECK: const {{int32_t|int}} gone = ({{.*}}) ? 0 : {{[0-9]+}};
// CHECK-NEXT: if (!((outside | gone) & 1)) {
// CHECK-NEXT: A_v0_0_ahead = A[A_row + passed + nx - ksn_shift_0];
// What a level doesn't update is fetched a level ahead.
// CHECK: B_v0_0_ahead = 0.0f;
// CHECK: if (((outside_1 | out) & (~(outside | gone))) & 1) {
// CHECK-NEXT: B_v0_0_ahead = B[A_row + passed - nx - ksn_shift_2];
// CHECK: A_v0_m1_p1 = shared[slot_1_ago - 1];
// CHECK-NEXT: shared[slot] = A_v0_0_p0;
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: B_v0_0_p0 = ((outside_1 | out) & 1) ? B_v0_0_ahead : B_v0_0_p0;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// Values move on.
// CHECK: A_v0_0_p1 = A_v0_0_p0;
