// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include <stdlib.h>
void call(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = rand() * (a[i - 1] + a[i + 1]);
    // CHECK: call_unknown.c:[[@LINE-1]]:12: error: 'rand' may have side effects or is not known; write its expression out, or use a function of math.h
}

void once(int n, float *a) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    a[i] = 2 * a[i];
    abort();
    // CHECK: call_unknown.c:[[@LINE-1]]:5: error: 'abort' may have side effects or is not known; write its expression out, or use a function of math.h
  }
}
