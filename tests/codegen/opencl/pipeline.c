// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=pipeline --tile=24x32 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/pipeline.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/pipeline.kasane.opencl.c -o %t/pipeline.o
// Work-items stream along y: each plane of A is loaded once, a plane ahead; step 2 works a plane behind step 1. What the
// left neighbour has, and only that, is handed over on chip, with one barrier a plane. Planes that all levels update have a loop of
// their own for groups with no cells that aren't updated, unrolled over the two planes that are held, so that no value moves. Another
// loop has all other planes, and is written out for those near the ends and for those with cells that aren't updated at their sides.
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
// CHECK: A_ahead[0] = A[min(max(A_row + passed, nx), {{.*}}) - ksn_shift_A];
// CHECK: for (long part = 0; part < 3; part += 1) {
// CHECK: if (part == 1 && quiet != 0) {
// CHECK: /* planes in which all cells are updated */
// CHECK: for (long at_y = calm; at_y < calm_end; at_y += 2) {
// CHECK-NOT: {{outside |outside_1}}
// CHECK: #pragma unroll
// CHECK: for (long turn = 0; turn < 2; turn += 1) {
// CHECK: A_cells[0][1][turn] = A_ahead[0];
// CHECK: A_ahead[0] = A[A_row + passed + nx - ksn_shift_A];
// CHECK: if (until - (int)turn > 4) {
// CHECK: ksn_prefetch(A + (A_row + passed + 4 * nx - ksn_shift_A));
// CHECK: A_cells[0][0][(turn + 1) % 2] = shared[slot_1_ago - 1];
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: A_cells[1][1][turn] = c * (A_cells[0][0][(turn + 1) % 2] + A_cells[0][1][turn]) / 3.0f;
// CHECK: shared[slot + {{[0-9]+}}] = A_cells[1][1][turn];
// CHECK: /* step 2 of 2, loop nest 1 */
// CHECK: A_cells[2][1][turn] = c * (A_cells[1][0][(turn + 1) % 2] + A_cells[1][1][turn]) / 3.0f;
// CHECK: A_next[A_row + passed - 2 * nx - ksn_shift_A_next] = A_cells[2][1][turn];
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NOT: A_cells[0][1][1] =
// CHECK: #pragma unroll
// CHECK: for (long sides = 0; sides < 2; sides += 1) {
// CHECK: if (((part == 1) ? 1L : 0L) == sides) {
// CHECK: for (long at_y = (part == 0) ? y_start : ((part == 1) ? calm : calm_end);
// CHECK: const int rim = (until{{.*}} > 0) ? 0 : 1;
// CHECK: A_cells[0][1][0] = A_ahead[0];
// Near the ends planes are asked for: where the next one is memory, and the cell of it.
// CHECK: if (sides < 1) {
// CHECK: const int gone = ({{.*}}) ? 0 : {{[0-9]+}};
// CHECK: if (!((outside | gone) & 1)) {
// CHECK: A_ahead[0] = A[A_row + passed + nx - ksn_shift_A];
// What a level doesn't update is fetched a level ahead.
// CHECK: A_ahead[1] = 0.0f;
// CHECK: (((outside_1 | out) & (~(outside | gone))) & 1)
// CHECK: A_ahead[1] = B[A_row + passed - nx - ksn_shift_B];
// At the sides of a plane a bit of each cell tells in every plane where it is.
// CHECK: } else {
// CHECK: if (!((outside | rim) & 1)) {
// CHECK: A_ahead[0] = A[A_row + passed + nx - ksn_shift_A];
// CHECK: if (((outside_1 | out) & (~(outside | rim))) & 1) {
// CHECK: A_ahead[1] = B[A_row + passed - nx - ksn_shift_B];
// CHECK: A_cells[0][0][1] = shared[slot_1_ago - 1];
// CHECK: shared[slot] = A_cells[0][1][0];
// CHECK: /* step 1 of 2, loop nest 1 */
// CHECK: {
// CHECK: const int out = (sides < 1) ? {{.*}} : rim;
// CHECK: A_cells[1][1][0] = c * (A_cells[0][0][1] + A_cells[0][1][0]) / 3.0f;
// CHECK: A_cells[1][1][0] = ((outside_1 | out) & 1) ? A_ahead[1] : A_cells[1][1][0];
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// Values move on.
// CHECK: A_cells[0][1][1] = A_cells[0][1][0];
