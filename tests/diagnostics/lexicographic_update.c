// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// The place of the store comes along (note_stored_here).
void seidel(int nx, int ny, int steps, float (*a)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
        // CHECK: lexicographic_update.c:[[@LINE-1]]:28: error: 'a' is read here at a cell that this loop nest stores in another iteration, so the iterations depend on each other; store to a second array and swap the two after the nest, or colour the loop
        // CHECK: lexicographic_update.c:[[@LINE-2]]:9: note: 'a' is stored here
}
