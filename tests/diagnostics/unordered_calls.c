// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static int calls;

static double relax(int n, double *a) {
  double sum = 0;
  for (int i = 1; i < n - 1; i++) {
    a[i] = 0.5 * a[i];
    sum += a[i];
  }
  calls++;
  return sum;
}

static double total(int n, const double *a) {
  double sum = 0;
  for (int i = 1; i < n - 1; i++)
    sum += a[i];
  return sum;
}

void run(int n, int steps, double *a, double *e) {
  double err = 0;
#pragma stencil
  for (int t = 0; t < steps; t++)
    err = total(n, a) - relax(n, a);
  // CHECK: unordered_calls.c:[[@LINE-1]]:25: error: this call changes what another operand of the expression looks at, or both store, and C leaves open which comes first; make it a statement of its own
  *e = err;
}

void count(int n, int steps, double *a, double *e) {
  double err = 0;
#pragma stencil
  for (int t = 0; t < steps; t++)
    err = calls * relax(n, a);
  // CHECK: unordered_calls.c:[[@LINE-1]]:19: error: this call changes what another operand of the expression looks at, or both store, and C leaves open which comes first; make it a statement of its own
  *e = err;
}
