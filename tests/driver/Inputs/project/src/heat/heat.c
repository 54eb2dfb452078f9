#include "weights.h"
#include <grid/grid.h>

void heat(int steps, float a[NY][NX], float b[NY][NX]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        b[j][i] = centre * a[j][i] + side * (a[j][i - 1] + a[j][i + 1] + a[j - 1][i] + a[j + 1][i]);
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        a[j][i] = b[j][i];
  }
}
