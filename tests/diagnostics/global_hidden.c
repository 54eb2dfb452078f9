// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
float weight = 0.5f;
static float flux(float left, float right) { return weight * (left - right); }
// CHECK: global_hidden.c:[[@LINE-1]]:53: error: 'weight' is not visible where the region stands, or a local variable of that name hides it; rename the local one, or declare the global one before the region
void call(int n, float *a, float *b) {
  float weight = 2;
  a[0] = weight;
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = flux(a[i - 1], a[i + 1]);
}
