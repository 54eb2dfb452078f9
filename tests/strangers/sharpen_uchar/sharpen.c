/* Unsharp masking of a gray image, several rounds, uchar with clamps */
#include <stdio.h>
#include <string.h>
typedef unsigned char uchar;
#define WIDTH 120
#define HEIGHT 90
#define CLAMP(v) ((v) < 0 ? 0 : (v) > 255 ? 255 : (v))
static uchar img[HEIGHT][WIDTH], tmp[HEIGHT][WIDTH];
int main(void)
{
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      img[y][x] = (uchar)((x * x + 3 * y * y + x * y) % 256);
  int rounds = 4;
#pragma stencil
  while (rounds-- > 0) {
    for (int y = 1; y < HEIGHT - 1; y++)
      for (int x = 1; x < WIDTH - 1; x++) {
        int sum = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            sum += img[y + dy][x + dx];
        int v = (img[y][x] * 3 - sum / 9 * 2);
        tmp[y][x] = (uchar)CLAMP(v);
      }
    memcpy(img, tmp, sizeof(img));
  }
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      printf("%d%c", img[y][x], x == WIDTH - 1 ? '\n' : ' ');
  return 0;
}
