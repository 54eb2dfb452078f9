// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=pipeline --tile=120 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/pipeline_line.kasane.cuda.cu
// With one axis a group's work-items hold a tile, four cells each, and make both steps of it: what is at the ends of their blocks is
// handed over on chip, with one barrier a step. The third step's values would go where the first one's were. Groups with cells that
// a step doesn't update put them right behind it, by a bit of each; no barrier stands under that condition.
void heat(int n, int steps, float *A, float *B) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.25f * A[i - 1] + 0.5f * A[i] + 0.25f * A[i + 1];
    float *tmp = A;
    A = B;
    B = tmp;
  }
}
// CHECK: ksn_pipeline_line_{{[0-9a-f]+}}_heat_1_pass2(
// CHECK: float *const shared = (float *)(ksn_shared);
// CHECK: x_first = x0 + item_x * 4 - 4;
// CHECK: const int32_t outside =
// CHECK: ((1 << {{.*}}) - 1) | (15 - ((1 << {{.*}}) - 1));
// CHECK: quiet = (x0 - 4 >= 1 && {{.*}}) ? 1L : 0L;
// CHECK: in_rows = (x0 % 4 == 0{{.*}}) ? 1L : 0L;
// CHECK: rim_in_rows = ((quiet != 0 || {{.*}}) && in_rows != 0) ? 1L : 0L;
// CHECK: if (rim_in_rows != 0) {
// CHECK-NEXT: if (!(outside & 1)) {
// CHECK-NEXT: const float4 ksn_row = *({{.*}}float4 *)(A + {{.*}});
// CHECK: A_ahead[3] = ksn_row.w;
// CHECK: } else {
// CHECK: for (int64_t each = 0; each < 4; each += 1) {
// CHECK-NEXT: if (!(outside & (1 << (int32_t)each))) {
// CHECK-NEXT: A_ahead[each] = A[A_row{{.*}}];
// CHECK: #pragma unroll
// CHECK-NEXT: for (int64_t each = 0; each < 2; each += 1) {
// CHECK-NEXT: shared[item + [[#ROW2:]] * each] = A_cells[each][1];
// CHECK-NEXT: shared[item + ([[#ROW:]] + [[#ROW2]] * each)] = A_cells[each][4];
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: A_cells[each][0] = shared[item + ([[#ROW-1]] + [[#ROW2]] * each)];
// CHECK-NEXT: A_cells[each][5] = shared[item + (1 + [[#ROW2]] * each)];
// CHECK-NEXT: /* step 1 to 2 of 2, loop nest 1 */
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int64_t each_of_1 = 0; each_of_1 < 4; each_of_1 += 1) {
// CHECK-NEXT: A_cells[1 + each][1 + each_of_1] =
// CHECK-NEXT: 0.25f * A_cells[each][each_of_1] + 0.5f * A_cells[each][1 + each_of_1] + 0.25f * A_cells[each][2 + each_of_1];
// CHECK-NEXT: }
// CHECK-NEXT: if (each < 1 && (!(quiet != 0) && (outside_1 & (~outside)))) {
// CHECK: if ((outside_1 & (~outside)) & (1 << (int32_t)each_of_1)) {
// CHECK-NEXT: A_cells[1][1 + each_of_1] = B[A_row{{.*}}];
// CHECK-NOT: __syncthreads();
// CHECK: if (rim_in_rows != 0) {
// CHECK: *({{.*}}float4 *)(A_next + {{.*}}) = make_float4(
