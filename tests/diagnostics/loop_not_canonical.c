// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void loop(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i * i < n; i++)
  // CHECK: loop_not_canonical.c:[[@LINE-1]]:3: error: this loop does not count with a constant step up or down to a bound; write 'for (int i = lo; i < hi; i++)'
    b[i] = a[i - 1] + a[i + 1];
}
