// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=sweep --tile=32x4 -o-dir %t/sweep
// RUN: FileCheck %s --check-prefix=SWEEP < %t/sweep/endless.kasane.opencl.c
// RUN: %kasane %s --target=opencl --schedule=overlap --tile=32x4 --depth=2 -o-dir %t/overlap
// RUN: FileCheck %s --check-prefix=TILES < %t/overlap/endless.kasane.opencl.c
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/overlap/endless.kasane.opencl.c -o %t/overlap.o
// A ring of planes is streamed by a second kernel, to which both ends are like any other place. Who asks for a plane's number gets the ring's.
void heat(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.5f * (A[(j + ny - 1) % ny][i] + A[(j + 1) % ny][i]) + (float)j;
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = B[j][i];
  }
}
// SWEEP: {.kernel = "[[KERNEL:.*_sweep0]]"
// SWEEP: .endless = "[[KERNEL]]_endless"}
// SWEEP-NEXT: {.kernel = "[[COPY:.*_sweep1]]"
// SWEEP: .endless = "[[COPY]]_endless"}
// SWEEP-NEXT: };
// SWEEP: void [[KERNEL]](
// SWEEP: const long A_row_1 = (y >= 1) ? (A_row - nx) : (nx * ny + A_row - nx);
// SWEEP: void [[KERNEL]]_endless(
// SWEEP: long ksn_plane = (y >= 0 && y < (long)((int)ny)) ?
// SWEEP-NEXT: y :
// SWEEP: 0.5f * (A[A_row + x - nx - ksn_shift_A] + A[A_row + x + nx - ksn_shift_A]) +
// SWEEP-NEXT: (float)((int)ksn_plane);

// TILES: {.kernel = "[[KERNEL:.*_pass2]]"
// TILES: .endless = "[[KERNEL]]_endless"}
// TILES: void [[KERNEL]](
// TILES: const long y_image =
// TILES: void [[KERNEL]]_endless(
// TILES-NOT: y_image
// TILES: min(y0 + 4, ksn_until)
// TILES: void {{.*}}_last1(
