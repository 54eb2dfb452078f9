// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=pipeline --tile=248x32 --depth=2 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/many_arrays.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unknown-pragmas %include -o %t/a.o -c -x c++ %t/many_arrays.kasane.cuda.cu
// Work-items that load a plane of many arrays ask memory for enough as it is.
void run(int n, double (*u)[n], double (*v)[n], double (*a)[n], double (*b)[n], double (*c)[n], double (*d)[n], double (*e)[n], double (*f)[n],
         double (*g)[n], double (*h)[n], double (*k)[n], double (*l)[n], double (*m)[n], int steps) {
#pragma stencil
  for (int step = 0; step < steps; step++) {
    for (int y = 1; y < n - 1; y++)
      for (int x = 1; x < n - 1; x++)
        v[y][x] = a[y][x] * u[y][x - 1] + b[y][x] * u[y][x + 1] + c[y][x] * u[y - 1][x] + d[y][x] * u[y + 1][x] + e[y][x] * f[y][x] +
                  g[y][x] * h[y][x] + k[y][x] * l[y][x] + m[y][x];
    for (int y = 1; y < n - 1; y++)
      for (int x = 1; x < n - 1; x++)
        u[y][x] = v[y][x];
  }
}
// CHECK-LABEL: run_1_pass2_body(
// CHECK: u_ahead[0] = u[
// CHECK: if (variant <= 1) {
// CHECK-NOT: prefetch
// CHECK: /* step 1 of 2, loop nest 2 */
// CHECK: } else {
// CHECK-NEXT: if (until
// CHECK-NEXT: ksn_prefetch(u
