// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=sweep -o-dir %t && FileCheck %s < %t/usual_sum.kasane.opencl.c
// What the host collects after the last step is of no use before.
float summed(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
  float sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    sum = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        B[j][i] = 0.5f * (A[j][i - 1] + A[j + 1][i]);
        sum += B[j][i];
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = B[j][i];
  }
  return sum;
}
// CHECK: _summed_1_usual[] = {/* A */ 1, /* B */ 1, /* sum_at_2 */ 0,
// CHECK-NEXT: /* sum_parts */ 0};
