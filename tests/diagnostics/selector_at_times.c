// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
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
      // CHECK: selector_at_times.c:[[@LINE-2]]:5: error: 'cur' is in a subscript and doesn't change in the same way in every step; where it selects arrays, let it go round a fixed cycle, 'cur = 1 - cur' or 'cur = (cur + 1) % 3'
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
      // CHECK: selector_at_times.c:[[@LINE-1]]:7: error: 'cur' is in a subscript and doesn't change in the same way in every step
    }
  return cur;
}

// The conversion on the way back takes the exchange away.
void narrow(int n, int steps, float (*u)[n]) {
  short now = 0, next = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[next][i] = u[now][i - 1] + u[now][i + 1];
    int spare = now;
    now = next;
    next = spare;
    // CHECK: selector_at_times.c:[[@LINE-1]]:5: error: 'next' is in a subscript and doesn't change in the same way in every step
  }
}

int slow(int n, int steps, float (*u)[n]) {
  int cur = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int next = (cur + 1) % 3;
    for (int i = 1; i < n - 1; i++)
      u[next][i] = u[cur][i - 1] + u[cur][i + 1];
    cur = t / 2 % 3;
    // CHECK: selector_at_times.c:[[@LINE-1]]:5: error: 'cur' is in a subscript and doesn't change in the same way in every step
  }
  return cur;
}

#else // what it says to do
void followed(int n, int steps, const float *x, float *y) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        int k = j * n + i;
        y[k] = x[k - 1] + x[k + 1];
      }
}

void cycle(int n, int steps, float (*u)[n]) {
  int cur = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[1 - cur][i] = u[cur][i - 1] + u[cur][i + 1];
    cur = 1 - cur;
  }
}
#endif
