// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void skips(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    if (i % 2) {
      if (a[i] > 0)
        continue;
        // CHECK: continue_unclear.c:[[@LINE-1]]:9: error: this 'continue' does not end a branch of an 'if' that stands by itself in the loop's statements; put what it skips under the opposite condition
      b[i] = a[i - 1];
    }
    b[i] += a[i + 1];
  }
}
