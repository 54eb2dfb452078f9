// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void local(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    static float scale = 2.0f;
    // CHECK: static_local.c:[[@LINE-1]]:5: error: 'scale' is a static variable declared inside of the region; declare it before the region
    b[i] = scale * a[i];
  }
}

#else // what it says to do
void followed(int n, const float *a, float *b) {
  static float weight = 0.5f;
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = weight * a[i - 1];
}
#endif
