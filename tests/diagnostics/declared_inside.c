// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
float declared_inside(int n, float *a, float *b) {
#pragma stencil begin
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
  float half = 0.5f;
// CHECK: declared_inside.c:[[@LINE-1]]:3: error: 'half' is declared between the nests of the region and used behind it; declare it before 'begin'
  for (int i = 1; i < n - 1; i++)
    a[i] = half * b[i];
#pragma stencil end
  return half;
}
