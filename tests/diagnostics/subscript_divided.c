// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void prolong(int n, const float *coarse, float *fine) {
#pragma stencil
  for (int i = 0; i < n; i++)
    fine[i] = coarse[i / 2];
    // CHECK: subscript_divided.c:[[@LINE-1]]:22: error: this subscript divides the loop's variable, so that cells share elements; let the loop count these elements, as in 'for (i..) { fine[2 * i] = .. coarse[i] ..; fine[2 * i + 1] = ..; }'
}

void shifted(int n, const float *coarse, float *fine) {
#pragma stencil
  for (int i = 0; i < n; i++)
    fine[i] = coarse[i >> 2];
    // CHECK: subscript_divided.c:[[@LINE-1]]:22: error: {{.*}}'for (i..) { fine[4 * i] = .. coarse[i] ..; fine[4 * i + 1] = ..; }'
}

#else // what it says to do
void followed(int n, const float *coarse, float *fine) {
#pragma stencil
  for (int i = 0; i < n / 2; i++) {
    fine[2 * i] = coarse[i];
    fine[2 * i + 1] = coarse[i];
  }
}
#endif
