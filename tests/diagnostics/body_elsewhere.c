// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
double flux(double left, double right);
void step(int n, const double *a, double *b);
void cell(int n, double *a, double *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = flux(a[i - 1], a[i + 1]);
  // CHECK-DAG: body_elsewhere.c:[[@LINE-1]]:12: error: the body of 'flux' is not in this file, so that what it does is not known; move the function into this file or into a header that it includes, or build both files with one call of 'kasane cc', where it uses nothing that only its own file knows; a call that is no part of the stencil belongs outside of the region
}
void steps(int n, int count, double *a, double *b) {
#pragma stencil
  for (int t = 0; t < count; t++) {
    step(n, a, b);
    // CHECK-DAG: body_elsewhere.c:[[@LINE-1]]:5: error: the body of 'step' is not in this file
    double *c = a;
    a = b;
    b = c;
  }
}
void once(int n, double *a, double *b) {
#pragma stencil
  step(n, a, b);
  // CHECK-DAG: body_elsewhere.c:[[@LINE-1]]:3: error: the body of 'step' is not in this file
}
