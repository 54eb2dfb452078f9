#include "image.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

image image_new(int w, int h) {
  image im = {w, h, malloc((size_t)w * h)};
  return im;
}

void image_write(const image *im, const char *name) {
  FILE *f = fopen(name, "wb");
  fprintf(f, "P5 %d %d 255\n", im->w, im->h);
  fwrite(im->data, 1, (size_t)im->w * im->h, f);
  fclose(f);
}

/* Mean of the pixels of a 5 x 5 window that lie in the picture. */
void box_blur(const image *in, image *out, int passes) {
  int w = in->w, h = in->h;
  unsigned char *src = malloc((size_t)w * h), *dst = out->data, *t;
  memcpy(src, in->data, (size_t)w * h);
#pragma stencil
  for (int p = 0; p < passes; p++) {
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        int x0 = MAX(x - 2, 0), x1 = MIN(x + 2, w - 1);
        int y0 = MAX(y - 2, 0), y1 = MIN(y + 2, h - 1);
        int sum = 0, count = 0;
        for (int yy = y0; yy <= y1; yy++)
          for (int xx = x0; xx <= x1; xx++) {
            sum += src[yy * w + xx];
            count++;
          }
        dst[y * w + x] = (unsigned char)(sum / count);
      }
    }
    t = src, src = dst, dst = t;
  }
  if (src != out->data) {
    memcpy(out->data, src, (size_t)w * h);
    free(src);
  } else
    free(dst);
}

int main(int argc, char **argv) {
  image a = image_new(97, 64), b = image_new(97, 64);
  for (int y = 0; y < a.h; y++)
    for (int x = 0; x < a.w; x++)
      a.data[y * a.w + x] = (x * x + 3 * y * y + x * y) & 255;
  box_blur(&a, &b, argc > 1 ? atoi(argv[1]) : 3);
  image_write(&b, "blurred.pgm");
  long s = 0;
  for (int i = 0; i < b.w * b.h; i++)
    s += b.data[i] * (i % 13);
  printf("%ld\n", s);
  return 0;
}
