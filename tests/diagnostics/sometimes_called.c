// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static double total(int n, const double *a) {
  double sum = 0;
  for (int i = 1; i < n - 1; i++)
    sum += a[i];
  return sum;
}

void run(int n, int steps, double *a) {
  double err = 1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = 0.5 * a[i];
    err = t % 2 ? err : total(n, a) / n;
    // CHECK: sometimes_called.c:[[@LINE-1]]:25: error: the loops of a function that is called here are not always run; call it before, in a statement of its own, or put the condition into its cells
    if (err < 1)
      break;
  }
}

static double relax(int n, double *a) {
  double sum = 0;
  for (int i = 1; i < n - 1; i++) {
    a[i] = 0.9 * a[i];
    sum += a[i];
  }
  return sum;
}

void sometimes(int n, int steps, double *a) {
  double err = 1;
  int count = 0;
#pragma stencil
  for (int t = 0; t < steps && err > 0; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = 0.5 * a[i];
    if (t % 2)
      count++;
    else if (relax(n, a) < 1)
      // CHECK: sometimes_called.c:[[@LINE-1]]:14: error: the loops of a function that is called here are not always run
      break;
  }
}
