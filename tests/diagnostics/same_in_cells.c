// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#include <string.h>
#ifndef FOLLOWED
void edges(int n, int steps, const char *kind, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) {
      float west = i > 0 ? a[i - 1] : 0, east = i < n - 1 ? a[i + 1] : 0;
      if (strcmp(kind, "walls") == 0)
        // CHECK: same_in_cells.c:[[@LINE-1]]:11: error: 'strcmp' can't be called for a cell; call it before the region, and let the cells read a variable that gets its value
        b[i] = west + east;
      else
        b[i] = west - east;
    }
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  }
}

#else // what it says to do
void edges(int n, int steps, const char *kind, float *a, float *b) {
  int other = strcmp(kind, "walls");
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) {
      float west = i > 0 ? a[i - 1] : 0, east = i < n - 1 ? a[i + 1] : 0;
      if (other == 0)
        b[i] = west + east;
      else
        b[i] = west - east;
    }
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  }
}
#endif
