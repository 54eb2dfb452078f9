// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
// What the program's own code finds in the variables of loops that stand before it in the step.
#include <stdio.h>
#ifndef FOLLOWED
int row;
void show(void);

void printed(int n, int steps, float (*a)[n]) {
  int i, j, t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = 1; j < 9; j++)
      // CHECK: host_reads_counter.c:[[@LINE-1]]:5: error: 'j' counts in this loop and is read behind it, where the region doesn't keep it; write the value that it ends with
      for (i = 1; i < n - 1; i++)
        a[j][i] *= 0.5f;
    printf("%d\n", j);
    // CHECK: host_reads_counter.c:[[@LINE-1]]:20: note: 'j' is read here
  }
}

void storedAt(int n, int steps, float (*a)[n]) {
  int i, j, t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = 1; j < 9; j++)
      for (i = 1; i < n - 1; i++)
        // CHECK: host_reads_counter.c:[[@LINE-1]]:7: error: 'i' counts in this loop and is read behind it
        a[j][i] *= 0.5f;
    if (t % 2)
      a[0][i] = 2;
  }
}

void calledFor(int n, int steps, float (*a)[n]) {
  int i, t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (row = 1; row < 9; row++)
      // CHECK: host_reads_counter.c:[[@LINE-1]]:5: error: 'row' counts in this loop and is read behind it
      for (i = 1; i < n - 1; i++)
        a[row][i] *= 0.5f;
    show();
  }
}

void wrapped(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      float sum = 0;
      for (size_t k = -1; k <= 1; k++) // no round
        // CHECK: host_reads_counter.c:[[@LINE-1]]:7: error:
        sum += a[i + k];
      b[i] = sum;
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
}
#else // what it says to do
void printed(int n, int steps, float (*a)[n]) {
  int i, j, t;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = 1; j < 9; j++)
      for (i = 1; i < n - 1; i++)
        a[j][i] *= 0.5f;
    for (i = 0; i < 2; i++)
      printf("%d %d\n", 9, i);
  }
}
#endif
