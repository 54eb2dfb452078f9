// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void subscript(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = a[i * i];
    // CHECK: subscript_not_affine.c:[[@LINE-1]]:12: error: this subscript is no loop variable plus a constant; write it as i + c, with the row length as a factor in flat arrays; where c is a variable that each step sets, the directive goes before the loops over cells
}

void twoLoopsInOne(float a[99][99], float b[99][99]) {
#pragma stencil
  for (int j = 1; j < 40; j++)
    for (int i = 1; i < 40; i++)
      b[j][i] = a[i + j][i];
  // CHECK: subscript_not_affine.c:[[@LINE-1]]:17: error: this subscript is no loop variable plus a constant
}

// A float doesn't have each integer.
float fmaxf(float, float);
void clampByFloat(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = a[(int)fmaxf(0, i - 1)];
  // CHECK: subscript_not_affine.c:[[@LINE-1]]:14: error: this subscript is no loop variable plus a constant
}

void squareInOneCell(float a[99][99], float b[99][99]) {
#pragma stencil
  for (int j = 1; j < 40; j++)
    for (int i = 1; i < 40; i++) {
      int e = i;
      if (i == 2)
        e *= i - 1;
      b[j][i] = a[j][e];
      // CHECK: subscript_not_affine.c:[[@LINE-1]]:17: error: this subscript is no loop variable plus a constant
    }
}

#else // what it says to do
void followed(int nx, int ny, const float *a, float *b) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j * nx + i] = a[(j - 1) * nx + i + 1];
}
#endif
