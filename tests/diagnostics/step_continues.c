// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
#define MAYBE(k)                                                                                                       \
  if (err > k) {                                                                                                       \
    if (err < 2 * k)                                                                                                   \
      continue;                                                                                                        \
    first += k;                                                                                                        \
  }
// Each of them would double what follows.
void skips(int n, int steps, float *a) {
  float err = 0, first = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    err = 0;
    for (int i = 1; i < n - 1; i++) {
      a[i] = 2 * a[i];
      err += a[i];
    }
    MAYBE(1)
    // CHECK: step_continues.c:[[@LINE-1]]:5: error: 'continue' would leave out the rest of the step; put what it skips under the opposite condition, loops over cells with the condition in their cells
    MAYBE(2)
    MAYBE(3)
    MAYBE(4)
    MAYBE(5)
    MAYBE(6)
    MAYBE(7)
    MAYBE(8)
    MAYBE(9)
    MAYBE(10)
    if (err < first)
      break;
  }
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      if (!(t % 3 == 0))
        a[i] = b[i];
  }
}
#endif
