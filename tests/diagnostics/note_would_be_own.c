// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DOWN=static
// RUN: not %kasane %s -o-dir %t -- -DREAD 2>&1 | FileCheck --check-prefix=READ %s
#ifndef OWN
#define OWN
#endif
OWN double window[9];
// CHECK: error: this bound depends on an outer loop's variable
// CHECK: note_would_be_own.c:[[@LINE-2]]:5: note: other files may look at 'window'; where none does, 'static' before it lets each cell have its own
void median(int ny, int nx, double in[ny][nx], double out[ny][nx]) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++) {
      int k = 0;
      for (int dj = -1; dj <= 1; dj++)
        for (int di = -1; di <= 1; di++)
          window[k++] = in[j + dj][i + di];
      for (int p = 0; p < 5; p++)
        for (int q = p + 1; q < 9; q++)
          if (window[q] < window[p]) {
            double t = window[p];
            window[p] = window[q];
            window[q] = t;
          }
      out[j][i] = window[4];
    }
}

// Where this file looks at it, the word would not help.
#ifdef READ
// READ-NOT: note: other files
double left(void) { return window[0]; }
#endif
