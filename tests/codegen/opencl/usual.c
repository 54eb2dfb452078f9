// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=overlap --tile=64x16 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/usual.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/usual.kasane.opencl.c -o %t/usual.o
// Buffers and spares that passes use while many steps are left. Of swapped ones each is used: which one a name means moves.
void copied(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.5f * (A[j][i - 1] + A[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = B[j][i];
  }
}
// CHECK: ksn_usual_{{[0-9a-f]+}}_copied_1_usual[] = {/* A */ 1, /* B */ 1, /* spare 0 */ 1};
// CHECK: .usual = ksn_usual_{{[0-9a-f]+}}_copied_1_usual,
void swapped(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.5f * (A[j][i - 1] + A[j + 1][i]);
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: ksn_usual_{{[0-9a-f]+}}_swapped_1_usual[] = {/* A */ 1, /* B */ 1, /* spare 0 */ 1
// CHECK: .usual = ksn_usual_{{[0-9a-f]+}}_swapped_1_usual,
