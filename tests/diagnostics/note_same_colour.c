// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// Two colours are too few for the corners of a block, where two statements store to two cells.
void corners(int nx, int ny, int steps, float (*a)[nx], float (*restrict b)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int c = 0; c < 2; c++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          if ((i + j) % 2 == c) {
            a[j][i] = 0.25f * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i - 1] + a[j + 1][i]);
            // CHECK: note_same_colour.c:[[@LINE-1]]:60: error: 'a' is read here at a cell that this loop nest stores in another iteration
            // CHECK: note_same_colour.c:[[@LINE-2]]:60: note: the condition selects one colour of 2, and these two cells have the same; give cells that read each other different colours, as with (i + 2 * j) % 5 or one colour for each corner of a block
            b[j][i + 1] = a[j][i];
          }
}
