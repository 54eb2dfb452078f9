// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=overlap --tile=64x16 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/usual.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/usual.kasane.opencl.c -o %t/usual.o
// Buffers and spares that passes use while many steps are left. Of a copy nest's two arrays they need one; the other one is stored
// by the last pass, all of it, and nothing of what it held is looked at. Of swapped ones each is used: which one a name means
// moves, and their edges keep what they hold.
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
// CHECK: copied_1_pass2_reach[] = {
// CHECK-NEXT: {.back = 0, .ahead = 2, .writes = 0}, /* A */
// CHECK-NEXT: {.back = 0, .ahead = 0, .writes = KSN_COVERS}, /* A_next */
// CHECK-NEXT: };
// CHECK: copied_1_last2_reach[] = {
// CHECK: {.back = 0, .ahead = 0, .writes = KSN_COVERS}, /* B */
// CHECK-NEXT: };
// CHECK: ksn_usual_{{[0-9a-f]+}}_copied_1_usual[] = {/* A */ 1, /* B */ 0, /* spare 0 */ 1};
// CHECK: .usual = ksn_usual_{{[0-9a-f]+}}_copied_1_usual,
// CHECK: .name = "A",
// CHECK-NOT: .renewed
// CHECK: .name = "B",
// CHECK: .renewed = 1
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
// CHECK: swapped_1_last1_reach[] = {
// CHECK: {.back = 0, .ahead = 0, .writes = KSN_WRITES}, /* B */
// CHECK: ksn_usual_{{[0-9a-f]+}}_swapped_1_usual[] = {/* A */ 1, /* B */ 1, /* spare 0 */ 1
// CHECK: .usual = ksn_usual_{{[0-9a-f]+}}_swapped_1_usual,
// CHECK-NOT: .renewed
