// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=sweep --separate-kernels -o-dir %t
// RUN: FileCheck %s < %t/separate.kasane.opencl.cl
// --separate-kernels also writes the kernels as a file that other tools read.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx], float c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = c * (A[j][i - 1] + A[j + 1][i]) / 3.0f;
    float (*tmp)[nx] = A;
    A = B;
    B = tmp;
  }
}
// CHECK: __kernel
// CHECK: B[B_row + x - ksn_shift_B] = c * (A[A_row + x - 1 - ksn_shift_A] + A[A_row + x + nx - ksn_shift_A]) / 3.0f;
