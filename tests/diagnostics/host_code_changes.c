// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
void show(const float *a, int n);
#ifndef FOLLOWED
void host(int n, int steps, float u[2][n]) {
  int cur = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[1 - cur][i] = u[cur][i - 1] + u[cur][i + 1];
    cur = 1 - cur;
    if (t % 10 == 0) {
      show(u[0], n);
      cur = 0;
      // CHECK: host_code_changes.c:[[@LINE-1]]:7: error: host code changes 'cur', which the region computes itself; use another variable
    }
  }
}

#else // what it says to do
void followed(int n, int steps, float u[2][n]) {
  int cur = 0, shown = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[1 - cur][i] = u[cur][i - 1] + u[cur][i + 1];
    cur = 1 - cur;
    if (t % 10 == 0) {
      show(u[0], n);
      shown = 1;
    }
  }
  show(u[shown], n);
}
#endif
