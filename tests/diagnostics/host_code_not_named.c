// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void show(const float *a, int n);
void host(int n, int steps, float *a, float *b) {
#pragma stencil host(read: b)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = 2 * b[i];
    if (t % 10 == 0)
      show(a, n);
    // CHECK: host_code_not_named.c:[[@LINE-1]]:12: error: host code uses 'a', which the clause 'host' says it doesn't; name it there, in host(read: a)
  }
#pragma stencil host(read: b)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = 2 * b[i];
    if (t % 10 == 0) {
      show(b, n);
      b[3] = 0;
      // CHECK: host_code_not_named.c:[[@LINE-2]]:12: error: host code stores to 'b', which the clause 'host' says it doesn't; name it there, in host(write: b)
    }
  }
}
