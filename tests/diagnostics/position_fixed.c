// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void position(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i] - a[0];
      // CHECK: position_fixed.c:[[@LINE-1]]:21: error: this element of 'a' is at a fixed position while other accesses follow the loop; copy it into a scalar or an array of its own before the loops that read it
    float *c = a;
    a = b;
    b = c;
  }
}

// The nest itself stores to that row.
void row(int nx, int ny, float a[ny][nx]) {
#pragma stencil
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      a[j][i] = a[j][i] - a[0][i];
      // CHECK: position_fixed.c:[[@LINE-1]]:27: error: this element of 'a' is at a fixed position
}

// Each block has a plane of its own there.
void blocks(int n, double u[n][18][18][18], double v[n][18][18][18]) {
#pragma stencil
  for (int b = 0; b < n; b++)
    for (int k = 1; k < 17; k++)
      for (int j = 1; j < 17; j++)
        for (int i = 1; i < 17; i++)
          v[b][k][j][i] = u[b][k][j][i - 1] - u[b][0][j][i];
          // CHECK: position_fixed.c:[[@LINE-1]]:47: error: this element of 'u' is at a fixed position
}

struct cell {
  float f[3];
};
void first(int n, struct cell a[n][4]) {
#pragma stencil
  for (int i = 1; i < n; i++)
    a[i][0].f[0] = (*a)->f[1];
    // CHECK: position_fixed.c:[[@LINE-1]]:20: error: this element of 'a' is at a fixed position while other accesses follow the loop; copy it into a scalar or an array of its own before the loops that read it
}

#else // what it says to do
void followed(int n, float *a, float *b) {
  const float fixed = a[5];
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + fixed;
}

void inEachStep(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const float fixed = a[0];
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i] - fixed;
    float *c = a;
    a = b;
    b = c;
  }
}
#endif
