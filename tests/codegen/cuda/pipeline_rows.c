// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=pipeline --tile=120x32 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/pipeline_rows.kasane.cuda.cu
// Blocks of four cells that lie at multiples of four are loaded and stored at once, where the rows' length is one too; other
// grids have the same planes cell by cell. At the rim rows are inside or outside as a whole, where the grid's ends are multiples of four.
void heat(int nx, int ny, int steps, float A[ny][nx], float B[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.25f * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = B[j][i];
  }
}
// CHECK: x_first = x0 + item_x * 4 - 4;
// CHECK: in_rows = (variant == 0) ?
// CHECK-NEXT: ({{.*}}x0 % 4 == 0{{.*}}nx % 4 == 0) ? 1L : 0L)
// CHECK: rim_in_rows = (variant == 0) ?
// CHECK-NEXT: ((nx % 4 == 0 && {{.*}}in_rows != 0) ? 1L : 0L)
// CHECK: for (int64_t rows = 0; rows < 2; rows += 1) {
// CHECK-NEXT: if (in_rows == rows) {
// CHECK: at_y < calm_end
// CHECK: if (rows < 1) {
// CHECK-NOT: ksn_row
// CHECK: A_ahead[0] = A[A_row + passed + nx];
// CHECK: } else {
// CHECK-NEXT: const float4 ksn_row = *(const float4 *)(A + (
// CHECK-NEXT: A_ahead[0] = ksn_row.x;
// CHECK: A_ahead[3] = ksn_row.w;
// CHECK: *(float4 *)(A_next + ({{.*}})) =
// CHECK-NEXT: make_float4(
// CHECK: calm_end
// CHECK: if (rim_in_rows != 0) {
// CHECK-NEXT: if (!((outside{{.*}} | rim) & 1)) {
// CHECK: A_ahead[3] = ksn_row.w;
// CHECK: } else {
// CHECK-NEXT: if (!((outside{{.*}} | rim) & 1)) {
// CHECK-NEXT: A_ahead[0] = A[A_row + passed + nx];
