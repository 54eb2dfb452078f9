// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --schedule=sweep --tile=64x4 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/quotients.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers %include -o %t/a.o -c -x c++ %t/quotients.kasane.cuda.cu
// RUN: %kasane %s --target=opencl --machine=h200 --schedule=sweep --tile=64x4 --fp=strict -o-dir %t
// RUN: FileCheck %s --check-prefix=OPENCL < %t/quotients.kasane.opencl.c
// Quotients of doubles in a sequence without branches, and all of the cell again where one of them is odd. A cell that reads what
// it stores isn't made again, unless it has loaded that before; nor is one that stores or doesn't by a quotient, which may be wrong
// the first time.
void cells(int n, int steps, double (*A)[n], double (*B)[n], double (*C)[n], double (*E)[n],
           float (*F)[n], double h) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        double r = (A[j][i - 1] - A[j][i + 1]) / h;
        B[j][i] = r > 0.0 ? r / C[j][i] : r / 3.0;
        F[j][i] = (float)(i + 1) / (float)j;
        E[j][i] = C[j][i] / 4;
      }
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        A[j][i] = A[j][i] / (B[j][i] + B[j - 1][i]);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        double part = A[j][i] / h;
        if (part > 1.0)
          C[j][i] = part;
      }
  }
}
// CHECK: double ksn_quotient(const double a, const double b, bool &is_odd) {
// CHECK: _sweep0(
// CHECK: bool ksn_is_odd = 0;
// CHECK-NEXT: {
// CHECK: double r = ksn_quotient(A[A_row + x - 1] - A[A_row + x + 1], h, ksn_is_odd);
// CHECK: r > 0.0) ? ksn_quotient(r, C[C_row + x], ksn_is_odd) : (r / 3.0);
// CHECK: F[F_row + x] = (float)({{.*}}) / (float){{.*}};
// CHECK-NEXT: E[E_row + x] = C[C_row + x] / (double)4;
// CHECK-NEXT: }
// CHECK-NEXT: if (ksn_is_odd) {
// CHECK-NEXT: double r = (A[A_row + x - 1] - A[A_row + x + 1]) / h;
// CHECK: (r > 0.0) ? (r / C[C_row + x]) : (r / 3.0);
// CHECK: _sweep1(
// CHECK: A_new_0 = ksn_quotient(A_1_0, {{.*}}, ksn_is_odd);
// CHECK: A[A_row + x] = A[A_row + x] / (B[B_row + x] + B[B_row + x - n]);
// CHECK: _sweep2(
// CHECK-NOT: ksn_quotient(
// CHECK: double part = A[A_row + x] / h;
// CHECK: static const
// OPENCL-NOT: ksn_is_odd
