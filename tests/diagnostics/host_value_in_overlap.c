// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void feedback(int n, int steps, float *a, float *b) {
  float most = 1;
#pragma stencil schedule(overlap) depth(2)
  // CHECK: host_value_in_overlap.c:[[@LINE-1]]:35: error: cells use 'most', which the host computes in every step, so that no step can begin before the one before has ended; use schedule(sweep), or leave the schedule to the translator
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i + 1]) / most;
    most = 0;
    for (int i = 1; i < n - 1; i++) {
      a[i] = b[i];
      if (b[i] > most)
        most = b[i];
    }
  }
}
