// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void statement(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    __asm__ volatile("");
    // CHECK: unsupported_statement.c:[[@LINE-1]]:5: error: this statement is not supported in a region; a cell may declare and assign scalars, store to arrays, and use 'if' and 'for' with a fixed number of rounds
    b[i] = a[i - 1] - b[i];
  }
}
