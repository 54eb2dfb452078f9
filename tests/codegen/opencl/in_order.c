// RUN: rm -rf %t && %kasane %s --target=opencl -o-dir %t/cl
// RUN: FileCheck %s < %t/cl/in_order.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/cl/in_order.kasane.opencl.c -o %t/in_order.o
// RUN: %kasane %s --target=cuda -o-dir %t/cu
// RUN: FileCheck %s --check-prefix=CUDA < %t/cu/in_order.kasane.cuda.cu
// A launch for each front, of tiles whose rows are one work-item's each; of cells in space.
void relax(int n, double u[n][n]) {
#pragma stencil
  for (int t = 0; t < 10; t++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        u[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
}
// CHECK: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CHECK: for (int64_t front = 0; front < {{.*}}; ++front) {
// CHECK: KSN_ARG(front)
// CUDA: __syncthreads();
// CUDA: for (int64_t front = 0; front < {{.*}}; ++front) {
void space(int n, double u[n][n][n]) {
#pragma stencil
  for (int t = 0; t < 10; t++)
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          u[k][j][i] = (u[k][j][i - 1] + u[k][j - 1][i] + u[k - 1][j][i] + u[k + 1][j][i]) * 0.25;
}
// CHECK: const long place_z = front
// CHECK: for (int64_t front = 0; front < {{.*}}; ++front) {
