// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void tables(int n, int steps, float *s, float *u) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      if (u[i] > 0)
        u[i] += s[t];
        // CHECK: table_read_ahead.c:[[@LINE-1]]:17: error: the extent of 's' is not known, and not every step is sure to read this element, so that it can't be read ahead; where the time loop runs to its bound, read it between the time loop and the nests, 'float now = s[t];', else declare its extent

  float sum = 1;
#pragma stencil
  for (int t = 0; t < steps && sum > 0; t++) {
    sum = 0;
    for (int i = 0; i < n; i++) {
      u[i] -= s[t];
      // CHECK: table_read_ahead.c:[[@LINE-1]]:15: error: the extent of 's' is not known
      sum += u[i];
    }
  }
}
