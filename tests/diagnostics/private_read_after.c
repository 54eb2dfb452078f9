// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
float *private_read_after(int n, int steps, float *a, float *b) {
#pragma stencil
#pragma omp parallel firstprivate(a, b)
  // CHECK: private_read_after.c:[[@LINE-1]]:1: error: each thread has its own 'a' here, but the region changes it and it is read behind; declare the threads' own variable inside of the block
  for (int t = 0; t < steps; t++) {
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
  return a;
}
