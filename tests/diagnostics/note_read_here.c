// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// A test that ends the loop reads what cells have for themselves.
void ends(int n, int steps, float *a, float *b) {
  float x = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      for (int k = 0; k < 3; k++) {
        x = a[i - 1] + k * a[i + 1];
        if (x < -1)
          break;
      }
      b[i] = 0.5f * x;
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    if (x > 3)
      // CHECK: note_read_here.c:[[@LINE-9]]:9: error: cells set 'x' and read it
      // CHECK: note_read_here.c:[[@LINE-2]]:9: note: 'x' is read here
      break;
  }
}
