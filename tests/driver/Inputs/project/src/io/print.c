#include "grid/grid.h"
#include <math.h>
#include <stdio.h>

void print_grid(float a[NY][NX]) {
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      printf("%a\n", sqrt(fabs(a[j][i])));
}
