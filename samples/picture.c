// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

static unsigned char level(float x) { return (unsigned char)(255.0f * (x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x)); }

int write_picture(const char *path, int width, int height, const float *values, float low, float high) {
  unsigned char *pixels = malloc((size_t)width * (size_t)height * 3);
  if (!pixels)
    return -1;
  for (long n = 0; n < (long)width * height; n++) {
    float x = (values[n] - low) / (high - low);
    pixels[3 * n] = level(3.0f * x);
    pixels[3 * n + 1] = level(3.0f * x - 1.0f);
    pixels[3 * n + 2] = level(3.0f * x - 2.0f);
  }
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = (png_uint_32)width;
  image.height = (png_uint_32)height;
  image.format = PNG_FORMAT_RGB;
  int written = png_image_write_to_file(&image, path, 0, pixels, 0, NULL);
  free(pixels);
  return written ? 0 : -1;
}
