// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
int printf(const char *format, ...);
void skipped(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t == 2)
      continue;
    for (int i = 1; i < n - 1; i++)
      b[i] = 2 * a[i];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    printf("%d\n", t);
    // CHECK: host_code_skipped.c:[[@LINE-1]]:5: error: the program's own code stands where some steps don't come by, behind a 'continue' or in an arm with loops; write the 'continue' as an 'if' around what it skips, and give this code an 'if' of its own in the time loop's body
  }
}
