// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void clause(int n, float *a, float *b) {
#pragma stencil tile(8, big)
// CHECK: malformed_tile.c:[[@LINE-1]]:17: error: the argument of 'tile' is no list of one to three positive numbers; write tile(64, 16, 4), x first
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
