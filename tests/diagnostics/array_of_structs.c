// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
struct cell {
  float u;
  int flag;
};
void structs(int n, struct cell *a) {
#pragma stencil
  for (int i = 0; i < n; i++)
    a[i].u = 2.0f * a[i].u;
    // CHECK: array_of_structs.c:[[@LINE-1]]:21: error: the members of 'struct cell', an array's element, are not numbers of one type without gaps; keep one array per member
}
