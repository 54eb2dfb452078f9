// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void disagree(int n, float *restrict a, float *restrict b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    if (b[i] > 0.0f) {
      a[i] = 0.0f;
      a[i + 1] = 1.0f;
      b[i] = 2.0f;
    }
}
// CHECK: stores_disagree.c:[[@LINE-4]]:7: error: this 'if' stores to 'a' and to 'a' at different cells; give each store an 'if' of its own
// CHECK: stores_disagree.c:[[@LINE-6]]:7: note: 'a' is stored here

#else // what it says to do
void followed(int n, float *restrict a, float *restrict b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    if (b[i] > 0.0f)
      a[i] = 0.0f;
    if (b[i] > 0.0f)
      a[i + 1] = 1.0f;
    if (b[i] > 0.0f)
      b[i] = 2.0f;
  }
}
#endif
