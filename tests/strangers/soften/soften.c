// separable blur with a line buffer, repeated; image processing style
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

static void blur(unsigned char *img, unsigned char *out, int w, int h, int passes) {
  unsigned short *line = malloc(w * sizeof *line);
#pragma stencil
  for (int p = 0; p < passes; p++) {
    for (int y = 0; y < h; y++) {
      int ym = y > 0 ? y - 1 : 0, yp = y < h - 1 ? y + 1 : h - 1;
      for (int x = 0; x < w; x++)
        line[x] = img[ym * w + x] + 2 * img[y * w + x] + img[yp * w + x];
      for (int x = 0; x < w; x++) {
        int xm = x > 0 ? x - 1 : 0, xp = x < w - 1 ? x + 1 : w - 1;
        out[y * w + x] = (line[xm] + 2 * line[x] + line[xp] + 8) >> 4;
      }
    }
    memcpy(img, out, (size_t)w * h);
  }
  free(line);
}

int main(int argc, char **argv) {
  int w = 73, h = 41, n = argc > 1 ? atoi(argv[1]) : 5;
  unsigned char *a = malloc(w * h), *b = malloc(w * h);
  for (int i = 0; i < w * h; i++) a[i] = (i * i * 2654435761u) >> 24;
  blur(a, b, w, h, n);
  unsigned s = 1;
  for (int i = 0; i < w * h; i++) s = s * 33 + a[i];
  printf("%u\n", s);
  return 0;
}
