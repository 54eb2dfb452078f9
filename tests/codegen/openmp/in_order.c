// RUN: rm -rf %t && %kasane %s --target=openmp --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/in_order.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/in_order.kasane.openmp.c -o %t/in_order.o
// Fronts of tiles; within one eight rows take turns, each a cell behind the one above.
void relax(int n, double u[n][n]) {
#pragma stencil
  for (int t = 0; t < 10; t++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
}
// CHECK-LABEL: relax_1_sweep0(
// CHECK-NEXT: #pragma omp parallel
// CHECK-NEXT: for (int64_t front = 0; front < {{.*}}; ++front) {
// CHECK-NEXT: #pragma omp for schedule(dynamic, 1)
// CHECK-NEXT: for (int64_t tile_y = ksn_max(0, front + 1 - {{.*}}); tile_y < ksn_min(front + 1, {{.*}});
// CHECK:      const int64_t tile_x = front - tile_y;
// CHECK:      for (int64_t strip = {{.*}}; strip += 8) {
// CHECK:      for (int64_t of = 0; of < 8; of += 1) {
// CHECK:      const int64_t row = strip + of;
// CHECK-NEXT: const int64_t place = round - of;

// Where cells wait along one line, tiles are shared out along the other.
void lines(int n, double u[n][n]) {
#pragma stencil
  for (int t = 0; t < 10; t++)
    for (int j = 1; j < n; j++)
      for (int i = 0; i < n; i++)
        u[j][i] -= 0.5 * u[j - 1][i];
}
// CHECK-LABEL: lines_1_sweep0(
// CHECK-NEXT: #pragma omp parallel for schedule(static)
// CHECK-NEXT: for (int64_t x0 = 0; x0 < n; x0 += 256) {
// CHECK-NEXT: for (int64_t place_y = 0; place_y < n - 1; place_y += 1) {
// CHECK:      #pragma omp simd
