// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
float *elsewhere(int t);
void address(int n, int steps, float *a, float *b, int which) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float *from = which ? a : b + 4;
    // CHECK: pointer_not_understood.c:[[@LINE-1]]:19: error: this address is no array of the region plus an offset; name the array itself
    for (int i = 1; i < n - 1; i++)
      b[i] = from[i];
  }
}
