// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED -DX_FIRST
// With note_loop_here. The arrays say which loop is which: both orders name the same loops.
void dimension_variable(int nx, int ny, int nz, int steps, float (*a)[ny][nx], float (*b)[ny][nx]) {
#pragma stencil begin
#ifndef FOLLOWED
#pragma stencil dimension(j, i, k)
// CHECK: dimension_variable.c:[[@LINE-1]]:17: error: the loops here are dimension(i, j, k), x (fastest in memory) first, or dimension(k, j, i), the slowest first, not dimension(j, i, k); write one of the two, right before the nest
// CHECK: dimension_variable.c:[[@LINE+8]]:5: note: the loop is here
#elif defined(X_FIRST)
#pragma stencil dimension(i, j, k)
#else
#pragma stencil dimension(k, j, i)
#endif
  for (int t = 0; t < steps; t++) {
    // The order of the loops is another matter.
    for (int j = 1; j < ny - 1; j++)
      for (int k = 1; k < nz - 1; k++)
        for (int i = 1; i < nx - 1; i++)
          b[k][j][i] = a[k][j][i - 1] + a[k][j][i + 1];
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          a[k][j][i] = b[k][j][i];
  }
#pragma stencil end
}

// A nest with other loops has a line of its own.
void other_loops(int nx, int ny, float (*a)[nx], float (*b)[nx]) {
#pragma stencil begin
#pragma stencil dimension(i, j)
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
#ifdef FOLLOWED
#pragma stencil dimension(y, x)
#endif
  for (int y = 1; y < ny - 1; y++)
    for (int x = 1; x < nx - 1; x++)
      a[y][x] = b[y][x];
#pragma stencil end
}
// CHECK: dimension_variable.c:[[@LINE-12]]:17: error: the loops here are dimension(x, y), x (fastest in memory) first, or dimension(y, x), the slowest first, not dimension(i, j)
