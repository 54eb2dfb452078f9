// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void nest(int nx, int ny, float (*a)[nx], float (*b)[nx]) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++) {
    float last = 0;
    for (int i = 1; i < nx - 1; i++) {
      last = a[j][i - 1] + a[j][i + 1];
      b[j][i] = last;
    }
    b[j][0] = last;
    // CHECK: imperfect_nest.c:[[@LINE-1]]:5: error: this statement follows an inner loop within the same outer loop; give it a loop nest of its own
  }
}

// The cells and the row add to one sum, in the order of the program.
float rows(int nx, int ny, float (*a)[nx], float (*b)[nx]) {
  float sum = 0;
#pragma stencil
  for (int j = 1; j < ny - 1; j++) {
    for (int i = 1; i < nx - 1; i++) {
      b[j][i] = a[j][i - 1] + a[j][i + 1];
      sum += b[j][i];
    }
    sum += b[j][0];
    // CHECK: imperfect_nest.c:[[@LINE-1]]:5: error: this statement follows an inner loop
  }
  return sum;
}

#else // what it says to do
void followed(int n, float a[n][n], float b[n][n], float c[n]) {
#pragma stencil
  {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < n - 1; j++)
      c[j] = b[j][1];
  }
}

int followedByRows(int nx, int ny, float (*a)[nx], float (*b)[nx], float (*c)[nx]) {
  int n = 0;
#pragma stencil
  for (int j = 1; j < ny - 1; j++) {
    for (int i = 1; i < nx - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int i = 1; i < nx - 1; i++)
      c[j][i] = a[j][i - 1] - a[j][i + 1];
  }
  for (int j = 1; j < ny - 1; j++)
    n += j;
  return n;
}
#endif
