/* Horn-Schunck optical flow on two synthetic frames */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct image_s {
  size_t w, h;
  float *px;
} image_t;
static image_t *image_new(size_t w, size_t h) {
  image_t *im = malloc(sizeof *im);
  im->w = w;
  im->h = h;
  im->px = calloc(w * h, sizeof(float));
  return im;
}
static float get(const image_t *im, long x, long y) {
  if (x < 0)
    x = 0;
  if (y < 0)
    y = 0;
  if (x >= (long)im->w)
    x = im->w - 1;
  if (y >= (long)im->h)
    y = im->h - 1;
  return im->px[y * im->w + x];
}
static void set(image_t *im, size_t x, size_t y, float v) { im->px[y * im->w + x] = v; }
static float avg(const image_t *im, long x, long y) {
  return (get(im, x - 1, y) + get(im, x + 1, y) + get(im, x, y - 1) + get(im, x, y + 1)) / 6.0f +
         (get(im, x - 1, y - 1) + get(im, x + 1, y - 1) + get(im, x - 1, y + 1) + get(im, x + 1, y + 1)) / 12.0f;
}
static void swap(image_t **a, image_t **b) {
  image_t *t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  size_t w = 52, h = 38;
  image_t *f0 = image_new(w, h), *f1 = image_new(w, h), *Ix = image_new(w, h), *Iy = image_new(w, h),
          *It = image_new(w, h);
  image_t *u = image_new(w, h), *v = image_new(w, h), *un = image_new(w, h), *vn = image_new(w, h);
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++) {
      set(f0, x, y, (float)((x * x + 3 * y) % 29));
      set(f1, x, y, (float)(((x + 1) * (x + 1) + 3 * y) % 29));
    }
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++) {
      set(Ix, x, y, (get(f0, x + 1, y) - get(f0, (long)x - 1, y)) / 2);
      set(Iy, x, y, (get(f0, x, y + 1) - get(f0, x, (long)y - 1)) / 2);
      set(It, x, y, get(f1, x, y) - get(f0, x, y));
    }
  const float alpha2 = 15.0f * 15.0f;
#pragma stencil
  for (int k = 0; k < 16; k++) {
    for (size_t y = 0; y < h; y++)
      for (size_t x = 0; x < w; x++) {
        float ub = avg(u, x, y), vb = avg(v, x, y);
        float ix = get(Ix, x, y), iy = get(Iy, x, y);
        float t = (ix * ub + iy * vb + get(It, x, y)) / (alpha2 + ix * ix + iy * iy);
        set(un, x, y, ub - ix * t);
        set(vn, x, y, vb - iy * t);
      }
    swap(&u, &un);
    swap(&v, &vn);
  }
  for (size_t y = 0; y < h; y += 5)
    for (size_t x = 0; x < w; x += 7)
      printf("%.9g %.9g\n", get(u, x, y), get(v, x, y));
  return 0;
}
