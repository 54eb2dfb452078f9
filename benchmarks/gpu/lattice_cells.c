// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// D3Q19 in arrays of structs, as many programs have it: 256 cubed, f32, 20 steps. KASANE_REPORT says what took how long.
#include <stdio.h>
#include <stdlib.h>

enum { N = 256, STEPS = 20, Q = 19 };

typedef struct {
  float q[Q];
} Cell;

static const int cx[Q] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
static const int cy[Q] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
static const int cz[Q] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
static const float weight[Q] = {1.f / 3,  1.f / 18, 1.f / 18, 1.f / 18, 1.f / 18, 1.f / 18, 1.f / 18,
                                1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36,
                                1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};

int main(void) {
  Cell(*f)[N][N] = malloc(sizeof(Cell) * N * N * N), (*g)[N][N] = malloc(sizeof(Cell) * N * N * N);
  if (!f || !g)
    return 1;
  for (int z = 0; z < N; z++)
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++)
        for (int k = 0; k < Q; k++)
          f[z][y][x].q[k] = g[z][y][x].q[k] = weight[k] * (1 + 0.01f * (float)((x * 7 + y * 3 + z * 5) % 11));
#pragma stencil
  for (int t = 0; t < STEPS; t++) {
    for (int z = 1; z < N - 1; z++)
      for (int y = 1; y < N - 1; y++)
        for (int x = 1; x < N - 1; x++) {
          float rho = 0, ux = 0, uy = 0, uz = 0;
          for (int k = 0; k < Q; k++) {
            const float v = f[z - cz[k]][y - cy[k]][x - cx[k]].q[k];
            rho += v;
            ux += (float)cx[k] * v;
            uy += (float)cy[k] * v;
            uz += (float)cz[k] * v;
          }
          ux /= rho;
          uy /= rho;
          uz /= rho;
          const float square = 1.5f * (ux * ux + uy * uy + uz * uz);
          for (int k = 0; k < Q; k++) {
            const float along = (float)cx[k] * ux + (float)cy[k] * uy + (float)cz[k] * uz;
            const float still = weight[k] * rho * (1 + 3 * along + 4.5f * along * along - square);
            const float v = f[z - cz[k]][y - cy[k]][x - cx[k]].q[k];
            g[z][y][x].q[k] = v + 0.6f * (still - v);
          }
        }
    Cell(*next)[N][N] = g;
    g = f;
    f = next;
  }
  double sum = 0;
  for (int z = 0; z < N; z++)
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++)
        for (int k = 0; k < Q; k++)
          sum += (double)f[z][y][x].q[k] * (1 + k);
  printf("%.9g\n", sum);
  free(f);
  free(g);
  return 0;
}
