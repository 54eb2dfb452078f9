// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void exchange(float *a);
void part(int n, int steps, float *a) {
#pragma stencil neighbours(exchange, refresh)
// CHECK: neighbours_not_called.c:[[@LINE-1]]:38: error: no statement of the time loop only calls 'refresh', which the clause 'neighbours' names; write its call as a statement, 'refresh(..);', or remove the name
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      a[i] = 2 * a[i];
    exchange(a);
  }
}
