// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
struct cell {
  float u, v;
};
void structs(int n, struct cell *a) {
#pragma stencil
  for (int i = 0; i < n; i++)
    a[i].v = 2.0f * a[i].u;
    // CHECK: array_of_structs.c:[[@LINE-1]]:21: error: 'struct cell' as an array element is not supported yet; keep one array per member
}
