// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
// The place of the store comes along (note_stored_here).
#ifndef FOLLOWED
void far(int nx, int ny, int w, int steps, float (*a)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = w; i < nx - 1; i++)
        a[j][i] = 0.25f * (a[j][i - w] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
        // CHECK: lexicographic_update.c:[[@LINE-1]]:28: error: 'a' is read here at a cell that this loop nest stores in another iteration, so the iterations depend on each other; store to a second array and swap the two after the nest, or colour the loop
        // CHECK: lexicographic_update.c:[[@LINE-2]]:9: note: 'a' is stored here
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    float *w = a;
    a = b;
    b = w;
  }
}

void coloured(int n, int steps, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int c = 0; c < 2; c++)
      for (int i = 1 + c; i < n - 1; i += 2)
        a[i] = 0.5f * (a[i - 1] + a[i + 1]);
}
#endif
