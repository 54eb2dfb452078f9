// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void offset(int n, int shift, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n - shift; i++)
    b[i + shift] = a[i];
    // CHECK: offset_not_constant.c:[[@LINE-1]]:5: error: this stores to 'b' at a distance from the cell that is no constant; run the loop over the elements that are stored
}
