/* Smears an image along its rows, with one row put aside at a time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define W 90
#define H 70
float img[H][W], out[H][W];
static void smear(int rounds) {
  float here[W];
#pragma stencil
  for (int r = 0; r < rounds; r++) {
    for (int y = 1; y < H - 1; y++) {
      memcpy(here, img[y], sizeof here);
      for (int x = 1; x < W - 1; x++)
        out[y][x] = 0.25f * here[x - 1] + 0.5f * here[x] + 0.25f * here[x + 1];
    }
    for (int y = 1; y < H - 1; y++)
      memcpy(img[y], out[y], sizeof img[y]);
  }
}
int main(int argc, char **argv) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      img[y][x] = (x * 5 + y * 3) % 17;
  smear(argc > 1 ? atoi(argv[1]) : 7);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      printf("%a %a\n", img[y][x], out[y][x]);
  return 0;
}
