// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void source_not_read(int n, float *a, float *b) {
#pragma stencil begin data source(float a[n], float b[n])
// CHECK: source_not_read.c:[[@LINE-1]]:53: error: 'b' is a source, but the region does not read it; drop it from the list
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
#pragma stencil end
}
