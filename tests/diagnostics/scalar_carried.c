// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void carried(int n, float *a, float *b) {
  float last = 0.0f;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    b[i] = last - a[i];
    // CHECK: scalar_carried.c:[[@LINE-1]]:12: error: 'last' is read here before the region has given it a value in the same cell or step; assign it first
    last = a[i];
  }
}
