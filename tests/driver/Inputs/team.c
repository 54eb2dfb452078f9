/* Loops shared out among threads that another file begins. */
void relax(int n, int steps, double *a, double *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
