// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
int sometimes(int n, int steps, float (*u)[n]) {
  int cur = 0, keep;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    keep = 1;
    for (int i = 1; i < n - 1; i++) {
      u[1 - cur][i] = u[cur][i - 1] + u[cur][i + 1];
      if (u[cur][i] > 0.2f)
        keep = 0;
    }
    if (keep)
      cur = 1 - cur;
      // CHECK: selector_at_times.c:[[@LINE-1]]:7: error: 'cur' selects arrays, but doesn't change in the same way in every step; assign to it once, outside of conditions
  }
  return cur;
}

int twice(int n, int steps, float (*u)[n]) {
  int cur = 0;
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int half = 0; half < 2; half++) {
      for (int i = 1; i < n - 1; i++)
        u[1 - cur][i] = u[cur][i - 1] + u[cur][i + 1];
      cur = 1 - cur;
      // CHECK: selector_at_times.c:[[@LINE-1]]:7: error: 'cur' selects arrays, but doesn't change in the same way in every step
    }
  return cur;
}
