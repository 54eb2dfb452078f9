// What is near the pattern of a matrix in its own row and column, and isn't: each with what to do. Further ones have
// messages of their own: pivot_*, transposed_step, subscript_of_step, index_searched, break_in_nest, sum_in_cell.
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -DLARGE 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#if defined(LARGE)
float D[64][64];
void large(void) {
#pragma stencil
  for (int k = 0; k < 80; k++)
    for (int i = 0; i < 80; i++)
      for (int j = 0; j < 80; j++)
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
  // LARGE: pivot_refused.c:[[@LINE-2]]:13: error: this subscript of 'D' along 'j' reaches 79, outside of the array by 16; narrow the loop or widen the array
  // LARGE: pivot_refused.c:[[@LINE-3]]:13: error: this subscript of 'D' along 'i' reaches 79, outside of the array by 16;
  // LARGE-NOT: error
}
#elif defined(FOLLOWED)
void countChanged(int n, float D[64][64]) {
  const int first = n;
#pragma stencil
  for (int k = 0; k < first; k++)
    for (int i = 0; i < first; i++)
      for (int j = 0; j < first; j++)
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
}
void stops(int n, float D[64][64]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    const float here = D[k][k];
    if (here < 0)
      break;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
  }
}
#else
void countChanged(int n, float D[64][64]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
    n--;
    // CHECK: pivot_refused.c:[[@LINE-1]]:5: error: 'n' is in the bound of a loop and is changed inside of the region; copy it into a variable before the region, and let the loop count to that
  }
}
void watched(int n, volatile float D[64][64]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (D[i][k] + D[k][j] < D[i][j])
        // CHECK: pivot_refused.c:[[@LINE-1]]:13: error: type 'volatile float' cannot be used in a stencil; use float, double or an integer type without volatile or _Atomic
          D[i][j] = D[i][k] + D[k][j];
}
void stops(int n, float D[64][64]) {
#pragma stencil
  for (int k = 0; k < n; k++) {
    if (k > 0 && D[k][k] < 0)
    // CHECK: pivot_refused.c:[[@LINE-1]]:18: error: between the loops of a step a condition reads this element, which the region changes {{.*}}; read it into a variable of its own before, 'x = a[..];'
      break;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
  }
}
void lengths(float D[40][48]) {
#pragma stencil
  for (int k = 0; k < 48; k++)
    for (int i = 0; i < 40; i++)
      for (int j = 0; j < 48; j++)
        if (D[i][k] + D[k][j] < D[i][j])
        // CHECK: pivot_refused.c:[[@LINE-1]]:23: error: in some steps this row or column of 'D' lies outside of the loop over 'i'; let that loop hold the rows or columns of all steps, or begin behind them
          D[i][j] = D[i][k] + D[k][j];
}
#endif
