// RUN: rm -rf %t && %kasane %s --target=openmp,opencl --schedule=overlap --tile=8x8 --depth=2 -o-dir %t/1
// RUN: %kasane %s --target=openmp,opencl --schedule=overlap --tile=8x8 --depth=2 -o-dir %t/2
// RUN: diff -r %t/1 %t/2
// The same input gives the same text, for every target; both targets share one rewritten file.
void heat(int nx, int ny, int steps, double (*A)[nx], double (*B)[nx], const double *w) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = w[i] * (A[j][i - 1] + A[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        A[j][i] = B[j][i] + A[j][i];
  }
}
