// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void element(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * a[i - 1];
    if (t > 0 && b[3] > 7)
      // CHECK: element_in_step_scalar.c:[[@LINE-1]]:18: error: between the loops of a step a condition reads this element, which the region changes or whose index is no number of steps from the time loop's variable; read it into a variable of its own before, 'x = a[..];'
      break;
    float *c = a;
    a = b;
    b = c;
  }
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float first = b[1];
    if (first > 5)
      break;
    float *w = a;
    a = b;
    b = w;
  }
}
#endif
