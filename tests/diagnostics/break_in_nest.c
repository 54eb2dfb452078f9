// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void paths(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        if (D[i][k] < 0)
          break;
          // CHECK: break_in_nest.c:[[@LINE-1]]:11: error: this 'break' ends a loop over cells, and a nest computes them all; skip what is left of one cell with 'continue' or an 'if', and end the time loop behind the nests, on a value that they have made
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
      }
}

int checked(int n, int steps, float a[n], float b[n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] * a[i + 1];
      if (b[i] > 1e30f)
        return 1;
        // CHECK: break_in_nest.c:[[@LINE-1]]:9: error: this 'return' ends a loop over cells, and a nest computes them all; {{.*}}, such as a variable that is declared before the region and set in such cells ('bad = 1;')
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  return 0;
}

#else // what it says to do
void skipped(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        if (D[i][k] < 0)
          continue;
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
      }
}

int checked(int n, int steps, float a[n], float b[n]) {
  int bad;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    bad = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i - 1] * a[i + 1];
      if (b[i] > 1e30f)
        bad = 1;
    }
    if (bad)
      return 1;
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  return 0;
}

void ended(int n, float D[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
    const float first = D[0][0];
    if (first < 0)
      break;
  }
}
#endif
