/* Softens a height map for a terrain, as demo coders wrote it: pointers that walk, counters that fall. */
#include <stdio.h>
#include <stdlib.h>

#define W 72
#define H 50

static float land[W * H], blurred[W * H];

int main(int argc, char **argv) {
  int passes = argc > 1 ? atoi(argv[1]) : 3, i;
  unsigned seed = 42;
  for (i = 0; i < W * H; i++) {
    seed = seed * 1664525u + 1013904223u;
    land[i] = (float)(seed >> 20);
  }
#pragma stencil
  for (int pass = 0; pass < passes; pass++) {
    int y = 1, bottom = H - 1;
    while (y < bottom) {
      float *to = blurred + y * W + 1, *from = land + y * W + 1;
      int n = W - 2;
      do {
        *to = (from[-1] + from[0] + from[1] + from[-W] + from[W]) * 0.2f;
        to++, from++;
      } while (--n);
      y++;
    }
    y = H - 1;
    while (--y) {
      int x = W - 1;
      while (--x > 0)
        land[y * W + x] = blurred[y * W + x];
    }
  }
  for (i = 0; i < W * H; i += 23)
    printf("%.6e\n", land[i]);
  return 0;
}
