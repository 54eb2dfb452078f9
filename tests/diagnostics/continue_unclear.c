// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#define MAYBE(k)                                                           \
  if (a[i] > k) {                                                          \
    if (a[i] < 2 * k)                                                      \
      continue;                                                            \
    b[i] += k;                                                             \
  }
// Each of them would double what follows.
void skips(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    MAYBE(1)
    // CHECK: continue_unclear.c:[[@LINE-1]]:5: error: this 'continue' does not end a branch of an 'if' that stands by itself in the loop's statements; put what it skips under the opposite condition
    MAYBE(2)
    MAYBE(3)
    MAYBE(4)
    MAYBE(5)
    MAYBE(6)
    MAYBE(7)
    MAYBE(8)
    MAYBE(9)
    MAYBE(10)
    b[i] += a[i + 1];
  }
}
