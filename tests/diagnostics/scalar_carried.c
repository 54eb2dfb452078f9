// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void carried(int n, float *a, float *b) {
  float last = 0.0f;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    b[i] = last - a[i];
    // CHECK: scalar_carried.c:[[@LINE-1]]:12: error: 'last' is read here before the same cell or step has set it, so that it has what another one left there; set it first, or leave a loop that makes each cell from the one before out of the region
    last = a[i];
  }
}

#else // what it says to do
void followed(int n, const float *a, float *b) {
  float s;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    s = a[i - 1];
    b[i] = s * s;
  }
}
#endif
