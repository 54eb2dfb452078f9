#ifndef IMAGE_H_
#define IMAGE_H_

typedef struct pixel { unsigned char r, g, b; } pixel;

typedef struct image {
  int w, h;
  unsigned char *data; /* grey */
} image;

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define CLAMP(v, lo, hi) MIN(MAX(v, lo), hi)

image image_new(int w, int h);
void image_write(const image *im, const char *name);
void box_blur(const image *in, image *out, int passes);
#endif
