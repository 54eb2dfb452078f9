// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shortest ways between all places of a road map: a grid of villages, a river with few bridges, some fast roads.
// Row and column k of the matrix of distances are those of the village by which the ways go in step k.
//
//   gcc -O3 paths.c picture.c -lpng -lm -o paths && ./paths 32
//
// takes the villages along an edge and writes paths.png: how far all are from one corner, and the way to the other.
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

static void shortest(int n, float (*d)[n], int (*next)[n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      const float a = d[i][k];
      for (int j = 0; j < n; j++)
        if (a + d[k][j] < d[i][j]) {
          d[i][j] = a + d[k][j];
          next[i][j] = next[i][k];
        }
    }
}

static unsigned state = 1;
static float chance(void) {
  state = state * 1664525u + 1013904223u;
  return (float)(state >> 8) / 16777216.0f;
}

// A road both ways, unless it would cross the river where no bridge is.
static void road(int n, float (*d)[n], int (*next)[n], int edge, int a, int b, float length) {
  const int ya = a / edge, yb = b / edge, river = edge / 2;
  if ((ya < river) != (yb < river) && a % (edge / 3 + 1) != 0)
    return;
  d[a][b] = d[b][a] = length;
  next[a][b] = b;
  next[b][a] = a;
}

int main(int argc, char **argv) {
  const int edge = argc > 1 ? atoi(argv[1]) : 32, n = edge * edge;
  float(*d)[n] = malloc((size_t)n * n * sizeof(float)), *picture = malloc(n * sizeof(float));
  int(*next)[n] = malloc((size_t)n * n * sizeof(int));
  if (edge < 2 || !d || !picture || !next)
    return 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d[i][j] = i == j ? 0.0f : 1e30f;
      next[i][j] = i == j ? i : -1;
    }
  for (int y = 0; y < edge; y++)
    for (int x = 0; x < edge; x++) {
      const int here = y * edge + x;
      if (x + 1 < edge)
        road(n, d, next, edge, here, here + 1, y % 8 == 3 ? 0.25f : 1 + chance());
      if (y + 1 < edge)
        road(n, d, next, edge, here, here + edge, 1 + chance());
    }

  shortest(n, d, next);

  float farthest = 0;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    picture[i] = d[0][i];
    farthest = d[0][i] > farthest ? d[0][i] : farthest;
    for (int j = 0; j < n; j++)
      sum += d[i][j];
  }
  int villages = 1;
  for (int at = 0; at != n - 1; at = next[at][n - 1], villages++)
    picture[at] = 1.5f * farthest;
  picture[n - 1] = 1.5f * farthest;
  if (write_picture("paths.png", edge, edge, picture, 0.0f, 1.5f * farthest) != 0) {
    perror("paths.png");
    return 1;
  }
  printf("%d villages; from corner to corner %g, by %d of them; a way is %.6g on average\n", n, d[0][n - 1], villages,
         sum / ((double)n * n));
  free(d);
  free(next);
  free(picture);
  return 0;
}
