// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void disagree(int n, float *restrict a, float *restrict b, float *restrict c) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    if (a[i] + b[i + 1] > 0.0f) {
      a[i] = c[i - 1];
      b[i + 1] = c[i];
    }
}
// CHECK: stores_disagree.c:[[@LINE-3]]:7: error: this 'if' stores to 'b' and to 'a' at different cells; give each store an 'if' of its own
// CHECK: stores_disagree.c:[[@LINE-5]]:7: note: 'a' is stored here

#else // what it says to do
void followed(int n, const float *m, const float *a, float *b, float *c) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    if (m[i] > 0)
      b[i] = a[i];
    if (m[i] > 0)
      c[i - 1] = a[i];
  }
}
#endif
