// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
int save(const float *a, int n);
int host(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = 2 * a[i];
    for (int k = 0; k < 3; k++)
      if (save(a, k))
        return 1;
    // CHECK: host_code_leaves.c:[[@LINE-1]]:9: error: this leaves the region from its host code, which only 'break' can; set a variable and break, and test it after the region
  }
  return 0;
}

int residual(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float err = 0;
    for (int i = 1; i < n - 1; i++) {
      a[i] = 2 * a[i];
      err += a[i];
    }
    if (err < 1) {
      static int times;
      return ++times;
      // CHECK: host_code_leaves.c:[[@LINE-1]]:7: error: this leaves the region from its host code, which only 'break' can; set a variable and break, and test it after the region
    }
  }
  return 0;
}

#else // what it says to do
int asked(void);
int followed(int n, int steps, float *a, float *b) {
  int stopped = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    if (asked()) {
      stopped = 1;
      break;
    }
  }
  return stopped;
}
#endif
