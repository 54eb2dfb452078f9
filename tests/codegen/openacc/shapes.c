// RUN: rm -rf %t && %kasane %s --target=openacc --tile=32x8x4 -o-dir %t/box
// RUN: FileCheck %s --check-prefix=BOX < %t/box/shapes.kasane.openacc.c
// RUN: %kasane %s --target=openacc --tile=1x1x1 -o-dir %t/cell
// RUN: FileCheck %s --check-prefix=CELL < %t/cell/shapes.kasane.openacc.c
// RUN: %kasane %s --target=openacc --tile=1x8x1 -o-dir %t/column
// RUN: FileCheck %s --check-prefix=COLUMN < %t/column/shapes.kasane.openacc.c
// RUN: %kasane %s --target=openacc --tile=64x1x1 -o-dir %t/row
// RUN: FileCheck %s --check-prefix=ROW < %t/row/shapes.kasane.openacc.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenacc -foffload=disable %include -c %t/box/shapes.kasane.openacc.c -o %t/box.o
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenacc -foffload=disable %include -c %t/cell/shapes.kasane.openacc.c -o %t/cell.o
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenacc -foffload=disable %include -c %t/column/shapes.kasane.openacc.c -o %t/column.o
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenacc -foffload=disable %include -c %t/row/shapes.kasane.openacc.c -o %t/row.o
// Loops over cells are as many as the tile has axes with several; a tile of one cell is a lane's.
void heat(int n, int steps, double a[n][n][n], double b[n][n][n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          b[k][j][i] = a[k - 1][j][i] + a[k][j][i + 1];
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          a[k][j][i] = b[k][j][i];
  }
}
// BOX: #pragma acc parallel num_workers({{[0-9]+}}) vector_length(32) async(KSN_QUEUE)
// BOX: #pragma acc loop gang collapse(3)
// BOX-NEXT: for (int64_t z0 = ksn_from; z0 < ksn_until; z0 += 4)
// BOX-NEXT: for (int64_t y0 = ksn_side_from; y0 < ksn_side_until; y0 += 8)
// BOX: #pragma acc loop worker collapse(2)
// BOX-NEXT: for (int64_t z = z0; z < ksn_min(ksn_min(z0 + 4, ksn_until), n - 1); ++z) {
// BOX-NEXT: for (int64_t y = y0; y < ksn_min(ksn_min(y0 + 8, ksn_side_until), n - 1); ++y) {
// BOX: #pragma acc loop vector
// BOX-NEXT: for (int64_t x = x0;

// CELL: #pragma acc parallel vector_length(128) async(KSN_QUEUE)
// CELL: #pragma acc loop gang collapse(3) vector
// CELL-NOT: acc loop
// CELL: static

// COLUMN: #pragma acc parallel vector_length(
// COLUMN: #pragma acc loop gang collapse(3)
// COLUMN: #pragma acc loop vector
// COLUMN-NEXT: for (int64_t y = y0;

// ROW: #pragma acc parallel vector_length(32)
// ROW: #pragma acc loop gang collapse(3)
// ROW: #pragma acc loop vector
// ROW-NEXT: for (int64_t x = x0;
