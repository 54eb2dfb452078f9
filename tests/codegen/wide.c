// RUN: rm -rf %t && %kasane %s --target=openmp,opencl --schedule=overlap --tile=16x8 --depth=2 -o-dir %t
// RUN: %gcc -Wall -Wextra -Werror -O1 -fopenmp %include -c %t/wide.kasane.openmp.c -o %t/omp.o
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/wide.kasane.opencl.c -o %t/cl.o
// RUN: FileCheck %s < %t/wide.kasane.openmp.c
// RUN: FileCheck %s < %t/wide.kasane.opencl.c --check-prefix=CL
// 2^34 elements: loop variables, bounds and products of every dialect are 64 bits wide, and none of the constants overflows.
enum { kSize = 131072 };
static unsigned char a[kSize][kSize], b[kSize][kSize];
void wide(int n, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < kSize - 1; i++)
        b[j][i] = (unsigned char)(a[j][i - 1] + a[j + 1][i]);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < kSize - 1; i++)
        a[j][i] = b[j][i];
  }
}
// CHECK-NOT: for ({{(const )?}}int{{(32_t)?}} {{[a-z]}}
// CHECK: const int64_t n = ksn_a->n_n;
// CHECK-NOT: for ({{(const )?}}int{{(32_t)?}} {{[a-z]}}
// CL-NOT: for ({{(const )?}}int {{[a-z]}}
// CL: const long y0 = {{.*}}(long)get_group_id(1)
// CL-NOT: for ({{(const )?}}int {{[a-z]}}
// CL: const int64_t n = ksn_a->n_n;
