/* majority filter: histogram of the neighbourhood's labels in each cell */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define W 40
#define H 30
#define LABELS 6
static unsigned char lab[H][W], out[H][W];
int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      lab[y][x] = (x * x + y * 31 + x * y) % LABELS;
#pragma stencil
  for (int it = 0; it < 5; it++) {
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int count[LABELS] = {0};
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++) {
            if (y + dy < 0 || y + dy >= H || x + dx < 0 || x + dx >= W)
              continue;
            count[lab[y + dy][x + dx]]++;
          }
        int best = lab[y][x];
        for (int l = 0; l < LABELS; l++)
          if (count[l] > count[best])
            best = l;
        out[y][x] = best;
      }
    memcpy(lab, out, sizeof lab);
  }
  for (int y = 0; y < H; y++) {
    for (int x = 0; x < W; x++)
      putchar('0' + lab[y][x]);
    putchar('\n');
  }
  return 0;
}
