// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
struct cell {
  float f[3];
};
void structs(int n, int q, struct cell *a) {
#pragma stencil
  for (int i = 0; i < n; i++)
    a[i].f[q] = 0.5f;
    // CHECK: member_unknown.c:[[@LINE-1]]:5: error: which number of a struct of 'a' this is must be known before the program runs; use numbers or loops over fixed ranges
}
