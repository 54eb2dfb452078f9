// argv: 0 rows of their own, 1 two names for one written row, 2 a written row across a read one, 3 one read row twice,
// 4 no row where nothing is touched.
#include <stdio.h>
#include <stdlib.h>

enum { NX = 20, NY = 12 };

int main(int argc, char **argv) {
  int how = argc > 1 ? atoi(argv[1]) : 0;
  float **a = calloc(NY, sizeof *a), **b = calloc(NY, sizeof *b);
  for (int j = 0; j < NY; j++) {
    a[j] = calloc(NX, sizeof **a);
    b[j] = calloc(NX, sizeof **b);
    for (int i = 0; i < NX; i++) {
      a[j][i] = (float)(j * i % 7);
      b[j][i] = (float)(j + i);
    }
  }
  if (how == 1)
    b[4] = b[5];
  if (how == 2)
    b[6] = a[3] + 1;
  if (how == 3)
    a[4] = a[5];
  if (how == 4)
    b[0] = b[NY - 1] = NULL;

#pragma stencil
  for (int j = 1; j < NY - 1; j++)
    for (int i = 1; i < NX - 2; i++)
      b[j][i] = a[j - 1][i] + 2.0f * a[j + 1][i + 1];

  for (int j = 1; j < NY - 1; j++)
    for (int i = 0; i < NX; i++)
      printf("%g%s", (double)b[j][i], i == NX - 1 ? "\n" : " ");
  return 0;
}
