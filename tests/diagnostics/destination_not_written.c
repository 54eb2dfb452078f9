// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void destination_not_written(int n, float *a, float *b) {
#pragma stencil begin data source(float a[n]) destination(float a[n], float b[n])
// CHECK: destination_not_written.c:[[@LINE-1]]:65: error: 'a' is a destination, but the region does not store to it; drop it from the list
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
#pragma stencil end
}
