// Life on a board with a frame, as programmers of games write it: eight offsets into one block of bytes.
#include <stdio.h>
#include <stdlib.h>

static int W, H, around[8];
static unsigned char *now, *then;

static void setup(int w, int h) {
  W = w + 2;
  H = h + 2;
  now = calloc(W * H, 1);
  then = calloc(W * H, 1);
  int k = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy)
        around[k++] = dy * W + dx;
}

static int neighbours(const unsigned char *cell) {
  int n = 0;
  for (int k = 0; k < 8; k++)
    n += cell[around[k]];
  return n;
}

static void generation(void) {
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++) {
      int n = neighbours(now + y * W + x);
      then[y * W + x] = n == 3 || (n == 2 && now[y * W + x]);
    }
  unsigned char *t = now;
  now = then;
  then = t;
}

int main(int argc, char **argv) {
  setup(atoi(argv[1]), atoi(argv[2]));
  int generations = atoi(argv[3]);
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++)
      now[y * W + x] = (x * 7 + y * 13 + x * y) % 5 < 2;
#pragma stencil
  while (generations-- > 0)
    generation();
  for (int y = 1; y < H - 1; y++) {
    for (int x = 1; x < W - 1; x++)
      putchar(now[y * W + x] ? '#' : '.');
    putchar('\n');
  }
  return 0;
}
