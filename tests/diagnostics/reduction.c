// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
float halves(int n, float *a, float *b) {
  int total = 1;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    b[i] = a[i - 1] + a[i + 1];
    total = total > i ? total : 7 / i;
    // CHECK: reduction.c:[[@LINE-1]]:33: error: 'total' collects a value over the cells in a way that is not understood; use 'x += ..', 'x = fmax(x, ..)' or 'if (y > x) x = y' with a plain variable that the cells read nowhere else
  }
  return total;
}

struct result {
  float total;
};
void members(int n, float *a, float *b, struct result *r) { // one of an array's
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    b[i] = a[i - 1] + a[i + 1];
    r[1].total += b[i];
    // CHECK: reduction.c:[[@LINE-1]]:5: error: 'r[1].total' collects a value
  }
}

static double longer(double a, double b) {
  if (a > b)
    return a;
  a = 2 * b;
  return a;
}
double far(int n, double *a, double *b) {
  double most = 0;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    b[i] = a[i - 1];
    most = longer(most, a[i]);
    // CHECK: reduction.c:[[@LINE-1]]:5: error: 'most' collects a value over the cells in a way that is not understood
  }
  return most;
}

#else // what it says to do
float followed(int n, const float *a, float *b) {
  float top = 0, sum = 0;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    b[i] = a[i - 1];
    sum += b[i];
    if (b[i] > top)
      top = b[i];
  }
  return top + sum;
}
#endif
