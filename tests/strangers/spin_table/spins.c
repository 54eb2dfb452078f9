/* Ising model, checkerboard Metropolis with a counter based generator (hash of site and sweep) */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define L 64
static signed char spin[L][L];
static uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  return x;
}
int main(void) {
  const double beta = 0.44;
  double w[5];
  for (int k = 0; k < 5; k++)
    w[k] = exp(-2.0 * beta * (2 * k - 4));
  for (int y = 0; y < L; y++)
    for (int x = 0; x < L; x++)
      spin[y][x] = hash(y * L + x) & 1 ? 1 : -1;
#pragma stencil
  for (int sweep = 0; sweep < 20; ++sweep) {
    for (int colour = 0; colour < 2; ++colour) {
      for (int y = 0; y < L; ++y) {
        int up = (y + L - 1) & (L - 1), down = (y + 1) & (L - 1);
        for (int x = (y + colour) & 1; x < L; x += 2) {
          int left = (x + L - 1) & (L - 1), right = (x + 1) & (L - 1);
          int h = spin[up][x] + spin[down][x] + spin[y][left] + spin[y][right];
          int e = spin[y][x] * h;
          double r = hash((uint32_t)(sweep * 2 + colour) * 4096u + y * L + x) / 4294967296.0;
          if (e <= 0 || r < w[(e + 4) / 2])
            spin[y][x] = -spin[y][x];
        }
      }
    }
  }
  int m = 0;
  for (int y = 0; y < L; y++) {
    for (int x = 0; x < L; x++) {
      putchar(spin[y][x] > 0 ? '#' : '.');
      m += spin[y][x];
    }
    putchar('\n');
  }
  printf("%d\n", m);
  return 0;
}
