/* 27 point by three nested neighbour loops with weight by |dx|+|dy|+|dz|, cube struct, 4D component arrays */
#include <stdio.h>
#include <stdlib.h>
#define NC 2
typedef struct cube {
  int n[3];
  float *data[NC];
} cube;
static long idx(const cube *c, int x, int y, int z) { return ((long)z * c->n[1] + y) * c->n[0] + x; }
static const float weight[4] = {0.4f, 0.06f, 0.015f, 0.0075f};
static void smooth(const cube *in, cube *out) {
  for (int c = 0; c < NC; c++)
    for (int z = 1; z < in->n[2] - 1; z++)
      for (int y = 1; y < in->n[1] - 1; y++)
        for (int x = 1; x < in->n[0] - 1; x++) {
          float acc = 0;
          for (int dz = -1; dz <= 1; dz++)
            for (int dy = -1; dy <= 1; dy++)
              for (int dx = -1; dx <= 1; dx++)
                acc += weight[abs(dx) + abs(dy) + abs(dz)] * in->data[c][idx(in, x + dx, y + dy, z + dz)];
          out->data[c][idx(out, x, y, z)] = acc;
        }
}
int main(void) {
  cube a = {{16, 14, 12}}, b = {{16, 14, 12}};
  for (int c = 0; c < NC; c++) {
    a.data[c] = malloc(16 * 14 * 12 * 4);
    b.data[c] = malloc(16 * 14 * 12 * 4);
    for (int k = 0; k < 16 * 14 * 12; k++)
      a.data[c][k] = b.data[c][k] = (k * (c + 3)) % 23;
  }
#pragma stencil
  for (int i = 0; i < 8; i += 2) {
    smooth(&a, &b);
    smooth(&b, &a);
  }
  printf("%.9g %.9g\n", a.data[0][idx(&a, 5, 5, 5)], a.data[1][idx(&a, 9, 9, 7)]);
  return 0;
}
