// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void rounds(int n, int steps, float *a, float *b) {
  float sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    sum = 0;
    for (int q = 0; q < 3; q++) {
      for (int i = 1; i < n - 1; i++) {
        b[i] = a[i - 1] + a[i + 1];
        sum += b[i];
      }
      for (int i = 1; i < n - 1; i++)
        a[i] = b[i];
      if (sum > 9)
        break;
      // CHECK: break_of_rounds.c:[[@LINE-1]]:9: error: this 'break' would end a loop of few rounds, which are written out, not the time loop; put the directive before that loop, at line [[@LINE-9]], so that its rounds are the steps, or set a variable, and test it where a round begins
    }
  }
}
