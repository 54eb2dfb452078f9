// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void select(int n, int steps, float (*u)[n], int level) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[level + 1][i] = u[level][i - 1] + u[level][i + 1];
    // CHECK: selector_unknown.c:[[@LINE-1]]:{{[0-9]+}}: error: the integers that select a part of 'u' do not come back to their first values after some steps; let each go round a fixed cycle, 'cur = 1 - cur' or 'cur = (cur + 1) % 3', or exchange them
    level = level + 1;
  }
}
