double flux(double x) { return 0.25 * x; }
void relax(int n, int steps, double *a, double *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = flux(a[i - 1]) + flux(a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
