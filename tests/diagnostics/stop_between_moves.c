// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void relax(int n, int steps, float *a, float *b, float *c, float *d) {
  float err = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] + a[i + 1];
      d[i] = c[i] + a[i];
      err += b[i];
    }
    float *s = a;
    a = b;
    b = s;
    if (err < 1)
      // CHECK: stop_between_moves.c:[[@LINE+1]]:7: error: the step may end here, where some of its pointers have moved and others have not; test before or after all of them
      break;
    float *r = c;
    c = d;
    d = r;
  }
}

// Both pointers are back at the end of the step, and elsewhere here.
void twice(int n, int steps, float *a, float *b) {
  float err = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] + a[i + 1];
      err += b[i];
    }
    float *s = a;
    a = b;
    b = s;
    if (err < 1)
      // CHECK: stop_between_moves.c:[[@LINE+1]]:7: error: the step may end here, where some of its pointers have moved and others have not; test before or after all of them
      break;
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *r = a;
    a = b;
    b = r;
  }
}

// The number is back where it was, and a break leaves it in between.
int there_and_back(int n, int steps, int now, float (*u)[n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[1 - now][i] = u[now][i - 1] + u[now][i + 1];
    now = 1 - now;
    if (t == 4)
      // CHECK: stop_between_moves.c:[[@LINE+1]]:7: error: the step may end here, where some of its pointers have moved
      break;
    now = 1 - now;
  }
  return now;
}
