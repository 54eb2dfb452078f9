// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
static float a[10], b[10];
void bounds(void) {
#pragma stencil
  for (int i = 0; i < 10; i++)
    b[i] = a[i + 1];
    // CHECK: subscript_out_of_bounds.c:[[@LINE-1]]:12: error: this subscript of 'a' along 'i' reaches 10, outside of the array by 1; narrow the loop or widen the array
}

// A block of a mesh with one ghost layer.
typedef double block[4 + 2][4 + 2][4 + 2];
void ghosts(int leaves, block *u, block *v) {
#pragma stencil
  for (int l = 0; l < leaves; l++)
    for (int k = 1; k <= 4; k++)
      for (int j = 1; j <= 4; j++)
        for (int i = 1; i <= 4; i++)
          v[l][k][j][i] = u[l][k][j - 2][i] + u[l][k + 1][j][i];
  // CHECK: subscript_out_of_bounds.c:[[@LINE-1]]:27: error: this subscript of 'u' along 'j' reaches -1, outside of the array by 1; narrow the loop or widen the array
}

static int reaches(int i) { return i > 10 ? 0 : 1; }
void ahead(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < 10; i++)
      a[i] = 2 * b[i];
    for (int i = 0; i < 10; i++)
      if (reaches(i + 1) == 1)
        b[i + 1] = a[i];
    // CHECK: subscript_out_of_bounds.c:[[@LINE-1]]:9: error: this subscript of 'b' along 'i' reaches 10, outside of the array by 1
  }
}

// Over the end of a row, by a pointer that looks at the row before, too.
void over_the_end(int n, int rows, double (*a)[n], double (*b)[n]) {
#pragma stencil
  for (int j = 1; j < rows - 1; j++) {
    const double *q = &a[j][2];
    for (int k = 0; k < n - 2; k++)
      b[j][k + 1] = q[k - 1] + q[k + 1] + q[k - n];
    // CHECK: subscript_out_of_bounds.c:[[@LINE-1]]:32: error: this subscript of 'a' along 'k' reaches n, outside of the array by 1
  }
}
#else // what it says to do
static int isInside(int i) { return i > 9 ? 0 : 1; }
void ahead(int steps) {
  static float a[10], b[10];
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < 10; i++)
      a[i] = 2 * b[i];
    for (int i = 0; i < 10; i++)
      if (isInside(i + 1) == 1)
        b[i + 1] = a[i];
  }
}
static float wide[11], result[10];
void followed(void) {
#pragma stencil
  for (int i = 0; i < 10; i++)
    result[i] = wide[i + 1];
#pragma stencil
  for (int i = 0; i < 9; i++)
    result[i] = result[i] + wide[i + 1];
}
#endif
