// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void cycle(int n, float *restrict a, float *restrict b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    a[i] = 0.5f * b[i - 1];
    b[i + 1] = 0.5f * (a[i - 1] + a[i + 1]);
  }
}
// CHECK: dependence_cycle.c:[[@LINE-3]]:{{[0-9]+}}: error: this access to 'a' must come both before and after another statement of the nest; store to a second array and swap the two after the nest, or split the nest
// CHECK: dependence_cycle.c:[[@LINE-5]]:5: note: 'a' is stored here

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i - 1] + b[i + 1];
  }
}
#endif
