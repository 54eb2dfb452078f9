// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=overlap --tile=16x8 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/touched.kasane.openmp.c
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/touched.kasane.openmp.c -o %t/touched.o
// Rows that lie anywhere are copied side by side. The pages of the copy are touched first by the threads that will work
// on them; in a region without such rows nobody asks for that.
void rows(int nx, int ny, int steps, float **A, float **B) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.5f * (A[j][i - 1] + A[j + 1][i]);
    float **tmp = A;
    A = B;
    B = tmp;
  }
}
// CHECK: .device = &ksn_host_device,
// CHECK-NEXT: .threads = ksn_max_threads(),
// CHECK-NEXT: .scratch_bytes = {{[0-9]+}},
// CHECK-NEXT: .touch = ksn_touch_pages};
void block(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.5f * (A[j][i - 1] + A[j + 1][i]);
    float(*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: .device = &ksn_host_device,
// CHECK-NOT: ksn_touch_pages
