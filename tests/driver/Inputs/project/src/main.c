#include <grid/grid.h>
#include <stdlib.h>

int main(int count, char **words) {
  static float a[NY][NX], b[NY][NX];
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      a[j][i] = b[j][i] = (float)((i * 7 + j * 13) % 11);
  heat(count > 1 ? atoi(words[1]) : 6, a, b);
  print_grid(a);
  return 0;
}
