// RUN: rm -rf %t && %kasane %s --target=opencl --machine=h200 --schedule=overlap --tile=32x8 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/flipped_first.kasane.opencl.c
// RUN: %kasane %s --target=opencl --machine=h200 --schedule=overlap --tile=32x8 --depth=2 -o-dir %t -- -DENDS
// RUN: FileCheck %s --check-prefix=ENDS < %t/flipped_first.kasane.opencl.c
// The host collects a sum after the last pass. By then the field is what it ends as: where it is streamed through a device, it goes
// to its own place. Where the sum may end the loop, the pass isn't certain yet.
void heat(int n, int steps, double (*A)[n], double (*B)[n], double *change) {
  double sum = 0.0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    sum = 0.0;
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        B[j][i] = 0.25 * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
        sum += B[j][i] - A[j][i];
      }
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        A[j][i] = B[j][i];
#ifdef ENDS
    if (sum < 1e-3)
      break;
#endif
  }
  *change = sum;
}
// CHECK: _last2"
// CHECK-NOT: ksn_fetch(
// CHECK: ksn_flip(
// CHECK: ksn_fetch(
// ENDS: ksn_launch(
// ENDS-NOT: ksn_flip(
// ENDS: ksn_fetch(
// ENDS: ksn_flip(
