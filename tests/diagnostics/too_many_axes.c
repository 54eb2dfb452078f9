// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
static float a[4][5][6][7], b[4][5][6][7];
void axes(void) {
#pragma stencil
  for (int l = 0; l < 4; l++)
  // CHECK: too_many_axes.c:[[@LINE-1]]:3: error: this nest has more than three loops over cells; write the iterations of the shortest one out
    for (int k = 0; k < 5; k++)
      for (int j = 0; j < 6; j++)
        for (int i = 0; i < 7; i++)
          b[l][k][j][i] = 2.0f * a[l][k][j][i];
}
